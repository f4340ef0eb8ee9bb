import type { FeedSource } from '@seri/contract/feed/source-routes.ts';
import { countImports } from '../../feed/import-log/import-queries.ts';
import type { Db } from '../../platform/db/db.ts';
import { sheetCauseOf } from '../../sheets/page/check-picture.ts';
import {
  countLots,
  countSourceContradictions,
  findPulledSources,
  findSourceLists,
  type LotCount,
  type PulledSource,
  SHEET_STATES,
  type SourceLists,
  sumLists,
} from './source-queries.ts';

const PROGRAM = /^token /;
/** All sources with upcoming lots, lists of the last days, or an address that is polled, those with most lots first. */
export async function readFeedSources(db: Db) {
  const [lots, contradictions, lists, listTotals, pulled, all, trouble] = await Promise.all([
    countLots(db),
    countSourceContradictions(db),
    findSourceLists(db),
    sumLists(db),
    findPulledSources(db),
    countImports(db, 'all'),
    countImports(db, 'trouble'),
  ]);
  const delivering = new Set(lists.map(({ name }) => name));
  // An address that has never delivered a row is a source of its own, so that its failure is seen.
  const silent = pulled.flatMap(({ name }) => (delivering.has(name) ? [] : [name]));
  const names = new Set([...lots.map(({ source }) => source), ...lists.map(({ source }) => source), ...silent]);
  const items = [...names].map((source): FeedSource => {
    const own = lots.filter((one) => one.source === source);
    const list = lists.find((one) => one.source === source);
    return {
      source,
      ...deliveryOf(
        list,
        pulled.find(({ name }) => name === (list?.name ?? source)),
      ),
      houses: new Set(own.map(({ houseId }) => houseId)).size,
      lots: sumOf(own, 'lots'),
      lotsAddedToday: sumOf(own, 'addedToday'),
      rejected: list?.rejected ?? 0,
      sheets: sheetsOf(own),
      sheetFailures: failuresOf(own),
      contradictions: contradictions.find((one) => one.source === source)?.lots ?? 0,
    };
  });
  const sum = (of: (one: FeedSource) => number) => items.reduce((total, one) => total + of(one), 0);
  return {
    items: items.toSorted((a, b) => b.lots - a.lots || (a.source < b.source ? -1 : 1)),
    total: {
      lots: sum((one) => one.lots),
      lotsAddedToday: sum((one) => one.lotsAddedToday),
      ...listTotals,
      sheets: sheetsOf(lots),
      contradictions: contradictions.reduce((total, one) => total + one.lots, 0),
      contradictionsWithBids: contradictions.reduce((total, one) => total + one.withBids, 0),
      imports: all.all,
      importsWithErrors: trouble.found,
    },
  };
}

function deliveryOf(
  list: SourceLists | undefined,
  pulled: PulledSource | undefined,
): Pick<FeedSource, 'kind' | 'everySeconds' | 'updatedAt' | 'lateSince' | 'problem'> {
  const endedAt = list?.endedAt?.toISOString() ?? null;
  if (!pulled) {
    const kind = !list ? 'none' : PROGRAM.test(list.name) ? 'program' : 'file';
    return { kind, everySeconds: null, updatedAt: endedAt, lateSince: null, problem: null };
  }
  // An answer without changes is no import.
  const updatedAt = pulled.succeededAt?.toISOString() ?? endedAt;
  return {
    kind: 'pulled',
    everySeconds: pulled.everySeconds,
    updatedAt,
    lateSince: pulled.isLate ? updatedAt : null,
    problem: pulled.problem,
  };
}

const sumOf = (counts: readonly LotCount[], of: 'lots' | 'addedToday'): number =>
  counts.reduce((sum, one) => sum + one[of], 0);

const sheetsOf = (counts: readonly LotCount[]): FeedSource['sheets'] =>
  Object.fromEntries(
    SHEET_STATES.map((state) => [
      state,
      sumOf(
        counts.filter(({ sheet }) => sheet === state),
        'lots',
      ),
    ]),
  ) as FeedSource['sheets'];

/** By error code, the most frequent first; causes without a sentence of their own are one. */
function failuresOf(counts: readonly LotCount[]): FeedSource['sheetFailures'] {
  const failures = new Map<FeedSource['sheetFailures'][number]['problem'], number>();
  for (const { sheet, problem, lots } of counts) {
    if (sheet !== 'failed') continue;
    const code = sheetCauseOf(problem);
    failures.set(code, (failures.get(code) ?? 0) + lots);
  }
  return [...failures]
    .map(([problem, sheets]) => ({ problem, sheets }))
    .toSorted((a, b) => b.sheets - a.sheets || (a.problem < b.problem ? -1 : 1));
}
