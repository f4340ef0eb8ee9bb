import * as z from 'zod/mini';
import { ROLE } from '../auth/permissions.ts';
import { pageParams } from '../http.ts';

export const CLIENT_ROLES = Object.values(ROLE).filter((roleId) => roleId !== ROLE.manager);

/** Search parameters of the client list, separate from its call because every page of the web app loads this file. */
export const clientsSearch = z.strictObject({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  roleId: z.optional(
    z.pipe(
      z.enum(CLIENT_ROLES.map(String)),
      z.transform((text) => Number(text)),
    ),
  ),
  ...pageParams,
});
