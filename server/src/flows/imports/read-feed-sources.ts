import type { FeedSource } from '@seri/contract/feed/source-routes.ts';
import { countImports } from '../../feed/import-log/import-queries.ts';
import type { Db } from '../../platform/db/db.ts';
import { sheetCauseOf } from '../../sheets/page/check-picture.ts';
import {
  countSheetProblems,
  countSourceContradictions,
  countSourceLots,
  findPulledSources,
  findSourceLists,
  type PulledSource,
  type SourceLists,
  type SourceLots,
  sumLists,
} from './source-queries.ts';

const PROGRAM = /^token /;
const NO_LOTS: Omit<SourceLots, 'source'> = {
  ...{ houses: 0, lots: 0, lotsAddedToday: 0 },
  ...{ read: 0, partly: 0, failed: 0, waiting: 0, none: 0 },
};

/** All sources with upcoming lots, lists of the last days, or an address that is polled, those with most lots first. */
export async function readFeedSources(db: Db) {
  const [lots, problems, contradictions, lists, listTotals, pulled, all, trouble] = await Promise.all([
    countSourceLots(db),
    countSheetProblems(db),
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
    const { read, partly, failed, waiting, none, ...counts } = lots.find((one) => one.source === source) ?? NO_LOTS;
    const list = lists.find((one) => one.source === source);
    return {
      source,
      ...deliveryOf(
        list,
        pulled.find(({ name }) => name === (list?.name ?? source)),
      ),
      ...{ houses: counts.houses, lots: counts.lots, lotsAddedToday: counts.lotsAddedToday },
      rejected: list?.rejected ?? 0,
      sheets: { read, partly, failed, waiting, none },
      sheetFailures: failuresOf(problems.filter((one) => one.source === source)),
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
      sheets: {
        read: sum(({ sheets }) => sheets.read),
        partly: sum(({ sheets }) => sheets.partly),
        failed: sum(({ sheets }) => sheets.failed),
        waiting: sum(({ sheets }) => sheets.waiting),
        none: sum(({ sheets }) => sheets.none),
      },
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

/** By error code; causes without a sentence of their own are one. */
function failuresOf(problems: readonly { problem: string | null; sheets: number }[]): FeedSource['sheetFailures'] {
  const counts = new Map<FeedSource['sheetFailures'][number]['problem'], number>();
  for (const { problem, sheets } of problems) {
    const code = sheetCauseOf(problem);
    counts.set(code, (counts.get(code) ?? 0) + sheets);
  }
  return [...counts].map(([problem, sheets]) => ({ problem, sheets }));
}
