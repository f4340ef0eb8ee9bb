import type { Scope } from '@seri/contract/back-office/scopes.ts';
import type { CurrentUser } from './current-user.ts';
import { ApiError } from './errors.ts';

/** A program of the provider, known by its service token. */
export interface ServiceCaller {
  tokenId: number;
  name: string;
  scopes: readonly Scope[];
}

/** The author of a decision: an account, the operator at the command line (null), or a program of the provider. */
export type Actor = number | null | ServiceCaller;

/** The account id of the actor; null when a program or the operator decided. */
export const actorIdOf = (actor: Actor): number | null => (typeof actor === 'number' ? actor : null);

/** The token id of the actor; null unless a program decided. */
export const tokenIdOf = (actor: Actor): number | null =>
  typeof actor === 'object' && actor !== null ? actor.tokenId : null;

/** The caller of a route that is open to both people and programs. */
export interface Caller {
  currentUser: CurrentUser | null;
  service: ServiceCaller | null;
}

/** Returns the current user or program. Throws when there is none, because null would mean the operator. */
export function deciderOf({ currentUser, service }: Caller): CurrentUser | ServiceCaller {
  const decider = service ?? currentUser;
  if (!decider) throw new ApiError('Auth.SignedOut');
  return decider;
}

/** Returns the actor of a user's or a program's decision. */
export const idOf = (decider: CurrentUser | ServiceCaller): Actor => ('tokenId' in decider ? decider : decider.userId);
