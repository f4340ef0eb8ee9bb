import { type ExportQuery, exportQuery } from '@seri/contract/bids/list-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { ensureAccess } from '../../platform/http/access.ts';
import { sendCsv } from '../../platform/http/csv-file.ts';
import { invalidRequest } from '../../platform/http/invalid.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { columnsFor } from './export-columns.ts';
import { filterOf } from './list-bids.ts';
import type { BidListFilter } from './list-conditions-queries.ts';
import { type BidKey, type BidListRow, type BidOrder, findBidKeys, findBidRows } from './list-queries.ts';
import { toBidRow } from './list-rows.ts';

const FILE = '/v1/files/bids.csv';

/** Keys are small, and a page of keys costs one sort where no index has the order; rows are large, so few are read at once. */
const BATCH_SIZES = { keys: 20_000, rows: 500 };

/** URL of this list as a CSV file. Throws Access.Denied, like the list itself. */
export function exportAddress(currentUser: CurrentUser, query: ExportQuery): string {
  filterOf(currentUser, query.list, query);
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) address.append(name, String(item));
  return `${FILE}?${address}`;
}

/** `GET /v1/files/bids.csv`: streams the rows of a list as its reader may see them. */
export function bidFiles(app: FastifyInstance, { db }: Database): void {
  app.get(FILE, { config: { access: 'signed_in', budget: 'file', cost: 6 } }, async (request, reply) => {
    const currentUser = ensureAccess({ access: 'signed_in' }, request.currentUser);
    if (!currentUser) throw new ApiError('Auth.SignedOut');
    const parsed = exportQuery.safeParse(request.query);
    if (!parsed.success) throw invalidRequest(parsed.error.issues);
    const filter = filterOf(currentUser, parsed.data.list, parsed.data);
    const settings = await readSettings(db);
    return sendCsv(reply, {
      name: `bids-${japanDay(new Date())}.csv`,
      columns: columnsFor(currentUser),
      rows: toRows(readRows(db, filter, parsed.data), { currentUser, settings }),
    });
  });
}

async function* toRows(rows: AsyncGenerator<BidListRow>, reader: Parameters<typeof toBidRow>[1]) {
  for await (const row of rows) yield toBidRow(row, reader);
}

/** Every bid of a list in its order, read in batches, so that memory does not grow with the list. */
export async function* readRows(
  db: Db,
  filter: BidListFilter,
  order: BidOrder,
  batchSizes = BATCH_SIZES,
): AsyncGenerator<BidListRow> {
  for (let after: BidKey | undefined, isLast = false; !isLast; ) {
    const keys = await findBidKeys(db, filter, order, { limit: batchSizes.keys, after });
    for (let first = 0; first < keys.length; first += batchSizes.rows) {
      const ids = keys.slice(first, first + batchSizes.rows).map(({ id }) => id);
      yield* await findBidRows(db, ids, filter.list);
    }
    after = keys.at(-1);
    isLast = keys.length < batchSizes.keys;
  }
}
