import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { route } from '../http.ts';
import * as service from './word-service-routes.ts';

/** What programs of the provider read and write about words, for managers on their screen. */
const READ = { access: SEES_CLIENTS } as const;
const WRITE = { access: DECIDES } as const;

export const feedWords = route({ ...service.serviceWords, ...READ, path: '/v1/feed/words' });
export const writeWord = route({ ...service.serviceWriteWord, ...WRITE, path: '/v1/feed/write-word' });
export const takeBackWord = route({ ...service.serviceTakeBackWord, ...WRITE, path: '/v1/feed/take-back-word' });
