import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';

export const MIN_PASSWORD_LENGTH = 6;

export const loginBody = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/)),
  password: z.string().check(z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(128)),
});

export const login = route({
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Log in; the session travels in two HTTP-only cookies, no token is ever in a body',
  access: 'public',
  query: noQuery,
  body: loginBody,
  reply: success,
  errors: ['WrongCredentials', 'AccountDisabled', 'InvalidUser', 'TooManyTries'],
});

export const refreshSession = route({
  method: 'GET',
  path: '/v1/auth/update',
  summary: 'Exchange the refresh cookie for new cookies; 401 means the session is lost',
  access: 'public',
  query: noQuery,
  reply: success,
  errors: ['Auth.SignedOut', 'Request.CrossSite'],
});

export const logout = route({
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'End this session on the server and clear its cookies',
  access: 'public',
  query: noQuery,
  reply: success,
});
