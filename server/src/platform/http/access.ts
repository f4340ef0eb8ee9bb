import type { Access, RouteSpec, ServiceAccess } from '@seri/contract/http.ts';
import type { ServiceCaller } from '../calls/actor.ts';
import type { CurrentUser } from '../calls/current-user.ts';
import { ApiError } from '../calls/errors.ts';

/** Returns the current user. Throws 401 without a session and 403 without the permission that the contract requires. */
export function ensureAccess(
  { access, beforeSecondFactor }: Pick<RouteSpec, 'access' | 'beforeSecondFactor'>,
  currentUser: CurrentUser | null,
): CurrentUser | null {
  if (access === 'public') return currentUser;
  if (isForPrograms(access)) return null;
  if (!currentUser) throw new ApiError('Auth.SignedOut');
  if (currentUser.secondFactorNeeded && !beforeSecondFactor) throw new ApiError('Auth.SecondFactorRequired');
  if (access === 'signed_in') return currentUser;
  if (access.userType && access.userType !== currentUser.userType) throw new ApiError('Access.Denied');
  if (access.roleId && access.roleId !== currentUser.roleId) throw new ApiError('Access.Denied');
  const may = (flag: keyof CurrentUser['permissions']) => currentUser.permissions[flag];
  const allowed = (access.all ?? []).every(may) && (!access.any || access.any.some(may));
  if (!allowed) throw new ApiError(access.refusal ?? 'Access.Denied');
  return currentUser;
}

/** True for calls of the back office, which need a service token; a session does not open them. */
export const isForPrograms = (access: Access): access is ServiceAccess =>
  typeof access === 'object' && access.service !== undefined;

/** Returns the program of the token. Throws 401 without a valid token and 403 without the scope. */
export function ensureService({ service }: ServiceAccess, caller: ServiceCaller | null): ServiceCaller {
  if (!caller) throw new ApiError('Auth.Token');
  if (!caller.scopes.includes(service)) throw new ApiError('Auth.Scope', { details: { scope: service } });
  return caller;
}
