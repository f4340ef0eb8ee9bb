import { route } from '../http.ts';
import * as figures from './client-figures-routes.ts';
import * as clients from './client-routes.ts';

/** The provider's programs make the same calls as the screens of managers, with the same bodies, replies and errors. */
const READ = { access: { service: 'clients:read' } } as const;
const WRITE = { access: { service: 'clients:write' } } as const;

export const serviceListClients = route({ ...clients.listClients, ...READ, path: '/v1/back-office/clients' });
export const serviceViewClient = route({ ...clients.viewClient, ...READ, path: '/v1/back-office/clients/view' });
export const serviceClientFigures = route({
  ...figures.viewClientFigures,
  ...READ,
  path: '/v1/back-office/clients/figures',
});
export const serviceClientHistory = route({
  ...figures.listClientHistory,
  ...READ,
  path: '/v1/back-office/clients/history',
});
export const serviceCreateClient = route({
  ...clients.createClient,
  ...WRITE,
  path: '/v1/back-office/clients/create',
});
export const serviceInviteClient = route({
  ...clients.inviteClient,
  ...WRITE,
  path: '/v1/back-office/clients/invite',
});
export const serviceSetLimits = route({ ...clients.setClientLimits, ...WRITE, path: '/v1/back-office/clients/limits' });
export const serviceSetFlags = route({ ...clients.setClientFlags, ...WRITE, path: '/v1/back-office/clients/flags' });
export const serviceSetRole = route({ ...clients.setClientRole, ...WRITE, path: '/v1/back-office/clients/role' });
export const serviceEnableClient = route({
  ...clients.enableClient,
  ...WRITE,
  path: '/v1/back-office/clients/enable',
});
export const serviceChangeClient = route({
  ...clients.changeClient,
  ...WRITE,
  path: '/v1/back-office/clients/account',
});
