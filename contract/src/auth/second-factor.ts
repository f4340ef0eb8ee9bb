import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import { currentPassword } from './fields.ts';

/** A typed or pasted code without spaces and dashes, in upper case. */
export const bareCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

const code = z.pipe(
  z.string().check(z.minLength(1, 'Field.Required'), z.maxLength(40, 'Auth.WrongCode')),
  z.transform(bareCode),
);

export const viewSecondFactor = route({
  method: 'GET',
  path: '/v1/user/view-second-factor',
  budget: 'read',
  summary: 'Whether the own account requires a second factor, and the number of recovery codes left',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({
    enabled: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** The company requires it of this person, so it cannot be removed. */
    needed: z.boolean(),
  }),
  beforeSecondFactor: true,
});

export const startSecondFactor = route({
  method: 'POST',
  path: '/v1/user/start-second-factor',
  summary: 'Create a secret for an authenticator app; confirm it with confirm-second-factor within 15 minutes',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ password: currentPassword }),
  reply: z.object({
    /** Base32, for typing into the app. */
    secret: z.string(),
    /** `otpauth://`, for the QR code. */
    uri: z.string(),
  }),
  errors: ['Password.Wrong', 'Auth.SecondFactorExists', 'TooManyTries'],
  budget: 'auth',
  beforeSecondFactor: true,
});

const recoveryCodes = z.object({
  /** Each logs in once. Shown only in this reply. */
  recoveryCodes: z.array(z.string()),
});

export const confirmSecondFactor = route({
  method: 'POST',
  path: '/v1/user/confirm-second-factor',
  summary: 'Enable the second factor with the first code of the app',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ code }),
  reply: recoveryCodes,
  errors: ['Auth.WrongCode', 'Auth.LoginExpired', 'Auth.SecondFactorExists', 'TooManyTries'],
  budget: 'auth',
  beforeSecondFactor: true,
});

export const removeSecondFactor = route({
  method: 'POST',
  path: '/v1/user/remove-second-factor',
  summary: 'Disable the second factor; refused to a manager while the company requires one',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ password: currentPassword, code }),
  reply: success,
  errors: ['Password.Wrong', 'Auth.WrongCode', 'NotFound', 'TooManyTries'],
  budget: 'auth',
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/v1/user/renew-recovery-codes',
  summary: 'Create ten new recovery codes; the old ones stop working',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ password: currentPassword }),
  reply: recoveryCodes,
  errors: ['Password.Wrong', 'NotFound', 'TooManyTries'],
  budget: 'auth',
});

export const enterSecondFactor = route({
  method: 'POST',
  path: '/v1/auth/second-factor',
  summary: 'The second step of a login: a code of the app or a recovery code, within 10 minutes of the password',
  access: 'public',
  query: noQuery,
  body: z.strictObject({ code }),
  reply: success,
  errors: ['Auth.WrongCode', 'Auth.LoginExpired', 'TooManyTries'],
  budget: 'none',
});
