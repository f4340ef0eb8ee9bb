import { cookieNames } from '../../platform/http/cookies.ts';

/** What a portal under test signs with and names its cookies by. */
export const SECRET_KEY = 'a secret of thirty-two characters';
export const COOKIES = cookieNames(undefined, 3000);
