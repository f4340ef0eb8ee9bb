import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { route } from '../http.ts';
import * as service from './name-service-routes.ts';

/** The screens of managers make the same calls about names as the provider's programs. */
const READ = { access: SEES_CLIENTS } as const;
const WRITE = { access: DECIDES } as const;

export const feedNames = route({ ...service.serviceNames, ...READ, path: '/v1/feed/names' });
export const mergeName = route({ ...service.serviceMergeName, ...WRITE, path: '/v1/feed/merge-name' });
export const acceptNames = route({ ...service.serviceAcceptNames, ...WRITE, path: '/v1/feed/accept-names' });
export const undoMerge = route({ ...service.serviceUndoMerge, ...WRITE, path: '/v1/feed/take-back-name' });
