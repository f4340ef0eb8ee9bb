import { DECIDES, SEES_CLIENTS } from '../auth/manager-access.ts';
import { route } from '../http.ts';
import * as service from './back-office-routes.ts';

/** The screens of managers make the same calls as the provider's programs, with the same bodies, replies and errors. */
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
