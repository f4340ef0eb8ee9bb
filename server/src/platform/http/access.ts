import type { Access, RouteSpec, ServiceAccess } from '@seri/contract/http.ts';
import type { ServiceCaller } from '../calls/actor.ts';
import type { Viewer } from '../calls/current-user.ts';
import { Refused } from '../calls/errors.ts';

/** Refuses with 401 without a session and with 403 without what the contract asks; answers the viewer otherwise. */
export function ensureAccess(
  { access, beforeSecondFactor }: Pick<RouteSpec, 'access' | 'beforeSecondFactor'>,
  viewer: Viewer | null,
): Viewer | null {
  if (access === 'public') return viewer;
  if (isForPrograms(access)) return null;
  if (!viewer) throw new Refused('Auth.SignedOut');
  if (viewer.secondFactorNeeded && !beforeSecondFactor) throw new Refused('Auth.SecondFactorRequired');
  if (access === 'signed_in') return viewer;
  if (access.userType && access.userType !== viewer.userType) throw new Refused('Access.Denied');
  if (access.roleId && access.roleId !== viewer.roleId) throw new Refused('Access.Denied');
  const may = (flag: keyof Viewer['permissions']) => viewer.permissions[flag];
  const allowed = (access.all ?? []).every(may) && (!access.any || access.any.some(may));
  if (!allowed) throw new Refused(access.refusal ?? 'Access.Denied');
  return viewer;
}

/** A call of the back office: a token opens it, and no session does. */
export const isForPrograms = (access: Access): access is ServiceAccess =>
  typeof access === 'object' && access.service !== undefined;

/** Refuses with 401 without a living token and with 403 without the scope; answers whose token it is. */
export function ensureService({ service }: ServiceAccess, caller: ServiceCaller | null): ServiceCaller {
  if (!caller) throw new Refused('Auth.Token');
  if (!caller.scopes.includes(service)) throw new Refused('Auth.Scope', { details: { scope: service } });
  return caller;
}
