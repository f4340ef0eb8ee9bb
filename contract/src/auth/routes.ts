import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';
import {
  emailAddress,
  hasThreeWords,
  isEmail,
  MAX_PASSWORD_LENGTH,
  newPassword,
  ONE_LINE,
  phoneNumber,
  requiredLine,
} from './fields.ts';

export const MIN_PASSWORD_LENGTH = 6;
/**
 * Minimum time between two mails of one kind to an account. The page counts it down, so that nobody waits for a mail
 * that is not sent.
 */
export const MAIL_PAUSE_SECONDS = 120;

export const loginBody = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254), z.refine(isEmail)),
  password: z.string().check(z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(2 * MAX_PASSWORD_LENGTH)),
});

export const login = route({
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Log in; the session travels in two HTTP-only cookies, no token is ever in a body',
  access: 'public',
  query: noQuery,
  body: loginBody,
  /** With `secondFactor` the password was correct and POST /v1/auth/second-factor decides (business-rules.md#account-secrecy). */
  reply: z.object({ success: z.literal(true), secondFactor: z.optional(z.literal(true)) }),
  errors: ['WrongCredentials', 'AccountDisabled', 'InvalidUser', 'TooManyTries'],
  budget: 'none',
});

/** The repeated password; only equality is checked. */
const passwordAgain = z.string().check(z.maxLength(2 * MAX_PASSWORD_LENGTH));
/** Proof for the company's human check: `challenge.number` of a solved puzzle, or the reCAPTCHA response. */
const humanCheck = z.optional(z.string().check(z.maxLength(4_000)));
/** Body of every public call that sends an email. */
const emailRequest = z.strictObject({ email: emailAddress, humanCheck });
const linkToken = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) });

export const puzzle = route({
  method: 'GET',
  path: '/v1/auth/get-puzzle',
  summary:
    'A puzzle for the browser; its solution is the humanCheck of sign-up and reset when the company asks for one',
  access: 'public',
  query: noQuery,
  reply: z.object({
    /** Valid for some minutes, for one call. */
    challenge: z.string(),
    /** Find a whole number for which the SHA-256 of the text `challenge.number` begins with this many zero bits. */
    zeroBits: z.int(),
  }),
  budget: 'auth',
});

export const signUp = route({
  method: 'POST',
  path: '/v1/auth/sign-up',
  aliases: ['/v1/auth/signup', '/v1/signup'],
  summary: 'Request an account; a known address gets the same reply, and a mail informs its owner',
  access: 'public',
  query: noQuery,
  body: z
    .strictObject({
      fullName: requiredLine(120),
      referralCode: z.optional(
        z.nullable(z.string().check(z.trim(), z.maxLength(60, 'Field.Invalid'), z.regex(ONE_LINE, 'Field.Invalid'))),
      ),
      email: emailAddress,
      mobile: phoneNumber,
      country: z.int(),
      city: requiredLine(120),
      password: newPassword,
      confirmPassword: passwordAgain,
      terms: z.literal(true, 'Terms.Required'),
      language: z.union([z.literal(692), z.literal(693)]),
      humanCheck,
    })
    .check(
      z.refine((form) => form.language !== 693 || hasThreeWords(form.fullName), {
        path: ['fullName'],
        message: 'Name.Incomplete',
      }),
      z.refine((form) => form.password === form.confirmPassword, {
        path: ['confirmPassword'],
        message: 'Password.Mismatch',
      }),
    ),
  reply: success,
  errors: [
    'Name.Incomplete',
    'Email.Invalid',
    'Phone.Incomplete',
    'Password.Short',
    'Password.Long',
    'Password.Common',
    'Password.Personal',
    'Password.Mismatch',
    'Terms.Required',
    'Recaptcha',
    'TooManyTries',
  ],
  messageNames: {
    fullName: 'first_name',
    email: 'email',
    mobile: 'telephone',
    password: 'password',
    confirmPassword: 'confirm_password',
  },
  budget: 'auth',
});

export const verifyEmail = route({
  method: 'POST',
  path: '/v1/auth/verify-email',
  summary: 'Verify the address with the link of the mail, which works once within 24 hours',
  access: 'public',
  query: linkToken,
  reply: success,
  errors: ['Auth.LinkInvalid', 'TooManyTries'],
  budget: 'auth',
});

export const resendVerification = route({
  method: 'POST',
  path: '/v1/auth/resend-verification',
  summary: 'Send the sign-up mail again; the same reply for every address',
  access: 'public',
  query: noQuery,
  body: emailRequest,
  reply: success,
  errors: ['Email.Invalid', 'Recaptcha', 'TooManyTries'],
  budget: 'auth',
});

export const resetPassword = route({
  method: 'GET',
  path: '/v1/auth/reset-password',
  changesState: true,
  summary: 'Send a link for a new password; the same reply for every address',
  access: 'public',
  query: emailRequest,
  reply: success,
  errors: ['Request.CrossSite', 'Recaptcha', 'TooManyTries'],
  budget: 'auth',
});

export const requestPasswordReset = route({
  method: 'POST',
  path: '/v1/auth/reset-password',
  summary: 'As the GET, with the address in the body, which is not logged',
  access: 'public',
  query: noQuery,
  body: emailRequest,
  reply: success,
  errors: ['Email.Invalid', 'Recaptcha', 'TooManyTries'],
  budget: 'auth',
});

export const checkResetLink = route({
  method: 'GET',
  path: '/v1/auth/reset-password-token-verify',
  summary: 'Whether a reset link still works; checking does not use it up',
  access: 'public',
  query: linkToken,
  reply: success,
  errors: ['Auth.LinkInvalid', 'TooManyTries'],
  budget: 'auth',
});

export const resetByLink = route({
  method: 'POST',
  path: '/v1/auth/reset-password-verify',
  summary: 'Set a new password with the link of the mail, which works once within an hour; all sessions end',
  access: 'public',
  query: linkToken,
  body: z.strictObject({ newPassword, confirmPassword: passwordAgain }),
  reply: success,
  errors: [
    'Auth.LinkInvalid',
    'Password.Short',
    'Password.Long',
    'Password.Common',
    'Password.Personal',
    'Password.Mismatch',
    'TooManyTries',
  ],
  budget: 'auth',
});
