import { noQuery, route, success } from '../http.ts';

export const refreshSession = route({
  method: 'GET',
  path: '/v1/auth/update',
  changesState: true,
  summary: 'Exchange the refresh cookie for new cookies; 401 means the session is lost',
  access: 'public',
  query: noQuery,
  reply: success,
  errors: ['Auth.SignedOut', 'Request.CrossSite'],
  budget: 'none',
});

export const logout = route({
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'End this session on the server and clear its cookies',
  access: 'public',
  query: noQuery,
  reply: success,
  budget: 'none',
});
