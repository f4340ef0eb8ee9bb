import {
  checkResetLink,
  login,
  requestPasswordReset,
  resendVerification,
  resetByLink,
  signUp,
  verifyEmail,
} from '@seri/contract/auth/routes.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../shell/api/api.ts';
import { language, languageId } from '../shell/i18n/i18n.ts';
import { clearUserData, sessionQuery } from '../shell/session/session.ts';
import type { SignUpFields } from './sign-up/sign-up-fields.ts';

/** Logs in and loads the session. Returns null if the account needs a code first. */
export async function logIn(client: QueryClient, body: BodyInput<typeof login>): Promise<Session | null> {
  const { secondFactor } = await call(login, { body });
  return secondFactor ? null : loadNewSession(client);
}

/** Loads the session of the new cookies. Clears cached data of the previous user of this browser first. */
export async function loadNewSession(client: QueryClient): Promise<Session> {
  clearUserData(client);
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!session) throw new ApiError('Auth.SignedOut', 401);
  return session;
}

export function sendSignUp(fields: SignUpFields, humanCheck: string | undefined) {
  const body = {
    fullName: fields.fullName.trim(),
    referralCode: fields.referralCode.trim() || null,
    email: fields.email.trim(),
    mobile: fields.mobile.trim(),
    country: Number(fields.country),
    city: fields.city.trim(),
    password: fields.password,
    confirmPassword: fields.confirmPassword,
    terms: true as const,
    language: languageId(language),
    humanCheck,
  };
  return call(signUp, { body });
}

export const sendVerificationAgain = (email: string, humanCheck: string | undefined) =>
  call(resendVerification, { body: { email: email.trim(), humanCheck } });

export const sendResetLink = (email: string, humanCheck: string | undefined) =>
  call(requestPasswordReset, { body: { email: email.trim(), humanCheck } });

export const sendNewPassword = (token: string, body: BodyInput<typeof resetByLink>) =>
  call(resetByLink, { query: { token }, body });

/** Redeems the link of the first email. */
export const useVerifyEmail = () =>
  useMutation({ mutationFn: (token: string) => call(verifyEmail, { query: { token } }) });

/** Checks that a password link is still valid. */
export const useCheckResetLink = () =>
  useMutation({ mutationFn: (token: string) => call(checkResetLink, { query: { token } }) });
