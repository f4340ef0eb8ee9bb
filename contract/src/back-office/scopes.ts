/** Scopes of a service token: one for reading and one for writing in each area; neither includes the other. */
export const SCOPES = [
  'clients:read',
  'clients:write',
  'company:read',
  'company:write',
  'documents:read',
  'documents:write',
  'lots:read',
  'lots:write',
  'payments:read',
  'payments:write',
  'purchases:read',
  'purchases:write',
  'webhooks:read',
  'webhooks:write',
] as const;
export type Scope = (typeof SCOPES)[number];
