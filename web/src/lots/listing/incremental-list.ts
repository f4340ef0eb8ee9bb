import type { ListedLot } from '../core/queries.ts';

export type Lots = readonly ListedLot[];

/** A list on its way to the screen: so many of it stand there, behind them what stood there before. */
export interface RenderProgress {
  list: Lots | undefined;
  before: Lots;
  count: number;
}

/** Half a screen: more at once would keep a press waiting on a slow processor. */
const PIECE = 8;

/** A new list: what begins like the one before stays, one piece of the rest comes at once; a first list comes whole. */
export function startRendering(last: RenderProgress | undefined, list: Lots | undefined): RenderProgress {
  const before = (last && visibleRows(last)) ?? [];
  if (!list || before.length === 0) return { list, before: [], count: list?.length ?? 0 };
  const alike = list.findIndex((lot, index) => lot.id !== before[index]?.id);
  return { list, before, count: Math.min(list.length, (alike < 0 ? list.length : alike) + PIECE) };
}

/** The drawing with one piece more; null when it is whole. */
export function appendChunk(drawing: RenderProgress): RenderProgress | null {
  const { list, count } = drawing;
  return list && count < list.length ? { ...drawing, count: Math.min(list.length, count + PIECE) } : null;
}

/** What stands on the screen: as long as the new list, each lot once; the list itself once it is whole. */
export function visibleRows({ list, before, count }: RenderProgress): Lots | undefined {
  if (!list || count >= list.length) return list;
  const come = list.slice(0, count);
  const ids = new Set(come.map(({ id }) => id));
  return [...come, ...before.filter(({ id }) => !ids.has(id))].slice(0, list.length);
}
