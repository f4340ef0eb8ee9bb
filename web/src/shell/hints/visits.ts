import { readStored, writeStored } from '../i18n/storage.ts';

/** A page opened later than this after the previous one begins another visit. */
const VISIT_GAP_MS = 30 * 60_000;

interface Visits {
  count: number;
  /** Milliseconds since 1970 of the last opened page. */
  atMs: number;
}

function readVisits(): Visits {
  try {
    const { count, atMs } = JSON.parse(readStored('visits') ?? '{}') as Partial<Visits>;
    return { count: Number(count) || 0, atMs: Number(atMs) || 0 };
  } catch {
    return { count: 0, atMs: 0 };
  }
}

/** Counts a visit of this browser once the app has loaded. */
export function countVisit(nowMs: number): void {
  const { count, atMs } = readVisits();
  writeStored('visits', JSON.stringify({ count: nowMs - atMs > VISIT_GAP_MS ? count + 1 : count, atMs: nowMs }));
}

/** Whether this browser has been here before; hints wait for the second visit. */
export const isSecondVisit = (): boolean => readVisits().count > 1;
