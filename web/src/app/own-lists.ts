import { menuOf } from '@seri/contract/auth/permissions.ts';
import { myBidsQuery } from '@seri/contract/bids/list-routes.ts';
import { favoriteListing } from '@seri/contract/favorites/routes.ts';
import { purchasedQuery } from '@seri/contract/purchases/list-search.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { listQueries } from '../bids/core/list-queries.ts';
import { presetOf } from '../bids/filters/list-preset.ts';
import { favoriteQueries } from '../favorites/queries.ts';
import { purchaseQueries } from '../purchases/queries.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { japanIsoDay } from '../shell/i18n/format.ts';
import { rememberedPageSize } from '../shell/page-size.ts';
import { searchOf } from '../shell/search.ts';

/**
 * Reads the client's bids, favorites and purchases as their screens open first; the service worker keeps the answers
 * for reading without a network. Managers work online: their lists belong to others.
 */
export async function readOwnLists(client: QueryClient, session: Session): Promise<void> {
  if (menuOf(session.detail) === 'manager') return;
  const preset = presetOf('my-bid', session, { today: japanIsoDay(serverNow()), mine: false });
  await client.prefetchInfiniteQuery(listQueries.mine({ ...read(myBidsQuery, preset), page: 1 }));
  const purchased = read(purchasedQuery);
  await client.prefetchQuery(purchaseQueries.list({ ...purchased, pageSize: rememberedPageSize(purchased.pageSize) }));
  const { sort, order, page, pageSize } = read(favoriteListing.query);
  const groups = await client.fetchQuery(favoriteQueries.groups()).catch(() => []);
  for (const { group, lots } of groups)
    if (lots > 0)
      await client.prefetchQuery(
        favoriteQueries.list({ group, sort, order, page, pageSize: rememberedPageSize(pageSize) }),
      );
}

/** A screen's search parameters, as the screen itself reads them from its address. */
const read = <S extends Parameters<typeof searchOf>[0]>(schema: S, address: object = {}) =>
  searchOf(schema)({ ...address }) as z.output<S>;
