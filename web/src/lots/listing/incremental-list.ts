import type { ListedLot } from '../core/queries.ts';

export type Lots = readonly ListedLot[];

/** State of an incremental render: `count` rows of the new list, then those of the previous list in their places. */
export interface RenderProgress {
  list: Lots | undefined;
  before: Lots;
  count: number;
}

/** On a slow processor a frame with four new rows takes 60 ms, with eight 110; a press may have to wait for one. */
const CHUNK_SIZE = 3;

/** Starts with the unchanged beginning and one chunk of the rest; a first list renders whole. */
export function startRendering(last: RenderProgress | undefined, list: Lots | undefined): RenderProgress {
  const before = (last && visibleRows(last)) ?? [];
  if (!list || before.length === 0) return { list, before: [], count: list?.length ?? 0 };
  const alike = list.findIndex((lot, index) => lot.id !== before[index]?.id);
  return { list, before, count: Math.min(list.length, (alike < 0 ? list.length : alike) + CHUNK_SIZE) };
}

/** Adds one chunk; null if the list is complete. */
export function appendChunk(progress: RenderProgress): RenderProgress | null {
  const { list, count } = progress;
  return list && count < list.length ? { ...progress, count: Math.min(list.length, count + CHUNK_SIZE) } : null;
}

/**
 * Visible rows: those of the new list, then the previous ones in their places, because the browser would lay out and
 * paint rows again that they moved. A previous row whose place is taken moves down only to keep the length, and only
 * if the new list has it too: a lot just hidden does not appear again.
 */
export function visibleRows({ list, before, count }: RenderProgress): Lots | undefined {
  if (!list || count >= list.length) return list;
  const come = list.slice(0, count);
  const left = list.length - count;
  const here = idsOf(come);
  const further = idsOf(list.slice(count));
  const passed = before.slice(0, count).filter(({ id }) => further.has(id));
  const kept = [...passed, ...before.slice(count).filter(({ id }) => !here.has(id))];
  const skipped = Math.min(passed.length, Math.max(0, kept.length - left));
  return [...come, ...kept.slice(skipped, skipped + left)];
}

const idsOf = (lots: Lots) => new Set(lots.map(({ id }) => id));
