import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type TextKey, textOf } from '../i18n/i18n.ts';

/**
 * Role of a user, for that user's own eyes: a troublesome client reads "Client", since the mark is for managers only.
 */
export const ownRoleText = (roleId: number, fallback: TextKey): string =>
  textOf(`Role.${roleId === ROLE.troublesome ? ROLE.client : roleId}`, fallback);
