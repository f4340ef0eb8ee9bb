import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { route } from '../http.ts';
import * as service from './back-office-routes.ts';

/** What programs of the provider book and read, for managers on their screens: the same bodies, replies and refusals. */
const READ = { access: SEES_CLIENTS } as const;
const WRITE = { access: DECIDES } as const;

export const bookMoney = route({ ...service.serviceBookMoney, ...WRITE, path: '/v1/deposits/book' });
export const reversePosting = route({ ...service.serviceReversePosting, ...WRITE, path: '/v1/deposits/reverse' });
export const clientPostings = route({ ...service.servicePostings, ...READ, path: '/v1/deposits/postings' });
export const bankTransfers = route({ ...service.serviceTransfers, ...READ, path: '/v1/deposits/transfers' });
export const assignTransfer = route({
  ...service.serviceAssignTransfer,
  ...WRITE,
  path: '/v1/deposits/assign-transfer',
});
