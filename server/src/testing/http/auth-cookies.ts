import { cookieNames } from '../../platform/http/cookies.ts';

/** Secret key and cookie names of a portal under test. */
export const SECRET_KEY = 'a secret of thirty-two characters';
export const COOKIES = cookieNames(undefined, 3000);
