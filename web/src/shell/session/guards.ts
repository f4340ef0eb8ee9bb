import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { safeReturnPath } from './return-path.ts';
import { landingOf, type Requirement, satisfies, sessionQuery } from './session.ts';

interface Arrival {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
}

// Resolves at once from the cache; useSessionState refreshes it in the background.
const sessionOf = (client: QueryClient) => client.ensureQueryData(sessionQuery);

/** The bare address of the portal leads to the landing page after login (business-rules.md#landing-page). */
const requestedPath = (href: string): string | undefined => (href === '/' ? undefined : href);

/** Guard of protected pages: an anonymous visitor logs in and returns to the same address. */
export async function needsSession({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) throw redirect({ ...paths.login(requestedPath(location.href)), replace: true });
  if (session.secondFactorNeeded)
    throw redirect({ to: '/second-factor', search: { returnTo: location.href }, replace: true });
}

/** As `needsSession`, for the page where the second factor is set up. */
export async function needsUser({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) throw redirect({ ...paths.login(location.href), replace: true });
}

/**
 * Target for users a guard turns away: their last page, if it belongs to this app and is not the refused one
 * (business-rules.md#denied-screens). A second refusal in a row therefore ends at the profile.
 */
export function trackLastPage() {
  let last: string | undefined;
  return {
    arrived: ({ pathname, href }: { pathname: string; href: string }): void => {
      last = /^\/(auth|second-factor)(\/|$)/.test(pathname) ? undefined : href;
    },
    from: (here: string): string => (last && last !== here ? last : '/profile'),
  };
}

/**
 * Guard that redirects to `otherwise` without the flag (business-rules.md#denied-screens). The profile is always
 * allowed, so redirects end.
 */
export const needs =
  (requirement: Requirement, otherwise: (here: string) => string = () => '/profile') =>
  async ({ context, location }: Arrival): Promise<void> => {
    const session = await sessionOf(context.queryClient);
    if (session && !satisfies(session, requirement)) throw redirect({ href: otherwise(location.href), replace: true });
  };

/** Redirects a signed-in user away from the login page (business-rules.md#landing-page). */
export async function needsNobody({ context, location }: Arrival): Promise<void> {
  const session = await sessionOf(context.queryClient);
  if (!session) return;
  const { returnTo } = location.search as { returnTo?: unknown };
  throw redirect({ href: safeReturnPath(returnTo) ?? landingOf(session), replace: true });
}
