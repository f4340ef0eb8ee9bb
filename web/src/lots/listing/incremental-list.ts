import type { ListedLot } from '../core/queries.ts';

export type Lots = readonly ListedLot[];

/** State of an incremental render: `count` rows of the new list, followed by rows of the previous list. */
export interface RenderProgress {
  list: Lots | undefined;
  before: Lots;
  count: number;
}

/** Half a screen; a larger chunk would delay a press on a slow processor. */
const CHUNK_SIZE = 8;

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

/** Visible rows: as many as the new list has, without duplicates; the list itself once it is complete. */
export function visibleRows({ list, before, count }: RenderProgress): Lots | undefined {
  if (!list || count >= list.length) return list;
  const come = list.slice(0, count);
  const ids = new Set(come.map(({ id }) => id));
  return [...come, ...before.filter(({ id }) => !ids.has(id))].slice(0, list.length);
}
