import * as z from 'zod/mini';
import { instant, noQuery, route, success } from '../http.ts';
import { currentPassword, requiredLine } from './fields.ts';

/** Bytes as encoded in the browser's JSON form of a credential. */
const base64url = (max: number) =>
  z.string().check(z.minLength(1, 'Field.Required'), z.maxLength(max), z.regex(/^[\w-]+$/));

/** Fields of every authenticator response: the credential id and the client data of the browser. */
const credential = { id: base64url(1_400), clientDataJSON: base64url(4_000) };

export const passkeyList = route({
  method: 'GET',
  path: '/v1/user/list-passkeys',
  budget: 'read',
  summary: 'The passkeys of the own account, the newest first',
  access: 'signed_in',
  query: noQuery,
  reply: z.object({
    items: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) })),
  }),
});

export const startPasskey = route({
  method: 'POST',
  path: '/v1/user/start-passkey',
  summary: 'Options for creating a passkey; the challenge is valid once within five minutes',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ password: currentPassword }),
  reply: z.object({
    challenge: z.string(),
    /** The relying party id: the domain the passkey belongs to. */
    rpId: z.string(),
    rpName: z.string(),
    /** 64 random-looking bytes of this account, without a name or address. */
    userHandle: z.string(),
    userName: z.string(),
    displayName: z.string(),
    /** COSE algorithm numbers of accepted signatures, the preferred one first. */
    algorithms: z.array(z.int()),
    /** Existing passkeys; an authenticator does not create a second one. */
    excluded: z.array(z.string()),
  }),
  errors: ['Password.Wrong', 'Auth.PasskeyRefused', 'TooManyTries'],
  budget: 'auth',
});

export const addPasskey = route({
  method: 'POST',
  path: '/v1/user/add-passkey',
  summary: 'Save the passkey created by the browser',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ ...credential, attestationObject: base64url(16_000), name: requiredLine(60) }),
  reply: z.object({ id: z.uuid() }),
  errors: ['Auth.PasskeyRefused'],
  budget: 'auth',
});

export const removePasskey = route({
  method: 'POST',
  path: '/v1/user/remove-passkey',
  budget: 'write',
  summary: 'Remove one own passkey; 404 for a missing or foreign one',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ id: z.uuid() }),
  reply: success,
  errors: ['NotFound'],
});

export const startPasskeyLogin = route({
  method: 'POST',
  path: '/v1/auth/start-passkey-login',
  summary: 'A challenge for a login with a passkey, valid once within five minutes',
  access: 'public',
  query: noQuery,
  reply: z.object({ challenge: z.string(), rpId: z.string() }),
  errors: ['Auth.PasskeyRefused'],
  budget: 'auth',
});

export const passkeyLogin = route({
  method: 'POST',
  path: '/v1/auth/passkey-login',
  summary: 'Log in with a passkey instead of password and code; the device has verified its owner',
  access: 'public',
  query: noQuery,
  body: z.strictObject({ ...credential, authenticatorData: base64url(4_000), signature: base64url(4_000) }),
  reply: success,
  errors: ['Auth.PasskeyRefused', 'AccountDisabled', 'InvalidUser'],
  budget: 'auth',
});
