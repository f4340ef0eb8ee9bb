import type { PictureSourceState } from '@seri/contract/photos/source-routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { countFailures, countLastMinute, countPictures, findPausedSources, type StateCount } from './status-queries.ts';

/** State of the pictures of every source that names pictures by address, by name. */
export async function readSources(db: Db): Promise<PictureSourceState[]> {
  const [counts, failures, lastMinute, paused] = await Promise.all([
    countPictures(db),
    countFailures(db),
    countLastMinute(db),
    findPausedSources(db),
  ]);
  return [...Map.groupBy(counts, ({ source }) => source)].map(([source, own]) => ({
    source,
    photos: totals(own.filter(({ kind }) => kind === 'photo')),
    sheets: totals(own.filter(({ kind }) => kind === 'sheet')),
    lastMinute: lastMinute.get(source) ?? 0,
    pausedUntil: paused.get(source)?.toISOString() ?? null,
    failures: failures
      .filter((one) => one.source === source)
      .map(({ failure, pictures, again, nextAt, attempts }) => ({
        ...{ failure, pictures, again, attempts },
        nextAt: nextAt?.toISOString() ?? null,
      })),
  }));
}

function totals(counts: readonly StateCount[]) {
  const of = (state: StateCount['state']) => counts.find((one) => one.state === state)?.pictures ?? 0;
  const [stored, waiting, failed] = [of('stored'), of('waiting'), of('failed')];
  return { all: stored + waiting + failed, stored, waiting, failed };
}
