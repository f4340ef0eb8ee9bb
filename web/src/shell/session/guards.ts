import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { safeReturnPath } from './return-path.ts';
import { landingOf, meets, type Requirement, sessionQuery } from './session.ts';

interface Arrival {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
}

// What is already known answers at once; useSessionState refreshes it behind the page.
const sessionOf = (client: QueryClient) => client.ensureQueryData(sessionQuery);

/** The bare address of the portal leads to the landing page after login (business-rules.md#landing-page). */
const askedFor = (href: string): string | undefined => (href === '/' ? undefined : href);

/** A protected page needs a person; an anonymous one goes to log in and comes back to the same address. */
export async function needsSession({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) throw redirect({ ...paths.login(askedFor(location.href)), replace: true });
  if (session.secondFactorNeeded)
    throw redirect({ to: '/second-factor', search: { returnTo: location.href }, replace: true });
}

/** As `needsSession`, for the page where the second factor is set up. */
export async function needsPerson({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) throw redirect({ ...paths.login(location.href), replace: true });
}

/**
 * Where somebody turned away goes back to: the last page he was on, if it is of this app and not the one he is turned
 * away from (business-rules.md#denied-screens). A second refusal in a row therefore ends at the profile.
 */
export function wayBack() {
  let last: string | undefined;
  return {
    arrived: ({ pathname, href }: { pathname: string; href: string }): void => {
      last = /^\/(auth|second-factor)(\/|$)/.test(pathname) ? undefined : href;
    },
    from: (here: string): string => (last && last !== here ? last : '/profile'),
  };
}

/** Without the flag, leads to `otherwise` (business-rules.md#denied-screens); the profile is always allowed, so this ends. */
export const needs =
  (requirement: Requirement, otherwise: (here: string) => string = () => '/profile') =>
  async ({ context, location }: Arrival): Promise<void> => {
    const session = await sessionOf(context.queryClient);
    if (session && !meets(session, requirement)) throw redirect({ href: otherwise(location.href), replace: true });
  };

/** A signed-in person is led away from the login page (business-rules.md#landing-page). */
export async function needsNobody({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) return;
  const { returnTo } = location.search as { returnTo?: unknown };
  throw redirect({ href: safeReturnPath(returnTo) ?? landingOf(session), replace: true });
}
