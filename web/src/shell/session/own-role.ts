import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type TextKey, textOf } from '../i18n/i18n.ts';

/** The role of the person who reads it: a client under a manager's watch reads "Client", as the mark is for managers only. */
export const ownRoleText = (roleId: number, fallback: TextKey): string =>
  textOf(`Role.${roleId === ROLE.troublesome ? ROLE.client : roleId}`, fallback);
