import type { ListName } from '@seri/contract/bids/list-routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { presetOf } from '../bids/filters/list-preset.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { japanIsoDay } from '../shell/i18n/format.ts';
import { readStored } from '../shell/i18n/storage.ts';
import { sessionQuery } from '../shell/session/session.ts';

interface Arrival {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
  cause: 'preload' | 'enter' | 'stay';
}

/**
 * A list of bids opened by its bare address starts with its preset filters. Once removed on the list, they stay
 * removed.
 */
export const startsWith =
  (list: ListName) =>
  async ({ context, location, cause }: Arrival): Promise<void> => {
    if (cause === 'stay' || Object.keys(location.search).length > 0) return;
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) return;
    const preset = presetOf(list, session, {
      today: japanIsoDay(serverNow()),
      mine: readStored('bidsMine') === '1',
    });
    if (Object.keys(preset).length > 0)
      throw redirect({ to: location.pathname, search: preset as never, replace: true });
  };
