import type { Permissions } from '@seri/contract/auth/permissions.ts';

/** The signed-in user of a request. It is read from the database with each request, so a changed flag applies at once. */
export interface CurrentUser {
  userId: number;
  userType: 2 | 3;
  roleId: number;
  /** Language number: 692 English, 693 Russian. */
  language: number;
  sessionId: string;
  permissions: Permissions;
  /** True for a manager without the second factor that the company requires: only its set-up is open to them. */
  secondFactorNeeded: boolean;
}
