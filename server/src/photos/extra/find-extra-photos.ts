import type { Db } from '../../platform/db/db.ts';
import type { Log } from '../../platform/process/log.ts';
import {
  claimRun,
  countRequests,
  endRun,
  releaseRun,
  renewRunLease,
  scheduleAfterLease,
  storeExtraImages,
} from './extra-photo-queries.ts';
import type { ExtraPhotoSource } from './extra-photo-source.ts';

/** Requesters watch the progress and may cancel. */
const PROGRESS_INTERVAL_MS = 500;

interface Work {
  db: Db;
  /** Null: there is no source, so no lot has further photos and no request counts. */
  source: ExtraPhotoSource | null;
  log: Log;
}

/** Processes one run. If the worker dies, its claim expires and another worker takes the run over. */
export async function findExtraPhotos({ db, source, log }: Work, runId: number, stop?: AbortSignal): Promise<void> {
  const run = await claimRun(db, runId);
  if (!run) return scheduleAfterLease(db, runId);
  const given = new AbortController();
  let percent = 0;
  const renewLease = setInterval(async () => {
    const isOurs = await renewRunLease(db, runId, run.token, percent).catch(() => true);
    if (!isOurs) given.abort();
  }, PROGRESS_INTERVAL_MS);
  const signal = stop ? AbortSignal.any([given.signal, stop]) : given.signal;
  try {
    const onProgress = (done: number) => {
      percent = Math.min(99, Math.max(percent, Math.round(done)));
    };
    const images = source ? await source.find(run, { signal, onProgress }) : [];
    await db.transaction().execute(async (tx) => {
      if (!(await endRun(tx, runId, run.token, 'done'))) return;
      if (images.length > 0) await storeExtraImages(tx, run.lotId, images);
      if (source) await countRequests(tx, runId);
    });
  } catch (error) {
    if (given.signal.aborted) return;
    // The worker is stopping: another one starts the run again.
    if (stop?.aborted) return await releaseRun(db, runId, run.token);
    log.error({ err: error, runId }, 'could not request further photos');
    await endRun(db, runId, run.token, 'failed');
  } finally {
    clearInterval(renewLease);
  }
}
