import type { Permissions } from '@seri/contract/auth/permissions.ts';

/** The signed-in person a request speaks for; read from the database with each request, so a changed flag counts at once. */
export interface CurrentUser {
  userId: number;
  userType: 2 | 3;
  roleId: number;
  /** 692 English, 693 Russian. */
  language: number;
  sessionId: string;
  permissions: Permissions;
  /** A manager of a company that asks for a second factor, without one: only its set-up is open to him. */
  secondFactorNeeded: boolean;
}
