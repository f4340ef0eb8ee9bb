import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { route } from '../http.ts';
import * as service from './word-service-routes.ts';

/** The screens of managers make the same calls about glossary terms as the provider's programs. */
const READ = { access: SEES_CLIENTS } as const;
const WRITE = { access: DECIDES } as const;

export const listTerms = route({ ...service.serviceListTerms, ...READ, path: '/v1/feed/words' });
export const writeTerm = route({ ...service.serviceWriteTerm, ...WRITE, path: '/v1/feed/write-word' });
export const removeTerm = route({ ...service.serviceRemoveTerm, ...WRITE, path: '/v1/feed/take-back-word' });
