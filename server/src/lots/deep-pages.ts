import type { Anchor } from './order-queries.ts';
import type { Remember } from './remember.ts';

const STEP = 100;
const CHUNK = 2_500;
/** Skipping so many rows costs no more than an anchor would save. */
const NEAR = 500;

interface List {
  remember: Remember;
  /** Page, filter, order and audience. */
  key: string;
  findAnchors: (behind: { anchor: Anchor | null; step: number; most: number }) => Promise<Anchor[]>;
}

export interface Start {
  anchor: Anchor | null;
  skip: number;
}

/**
 * Where a page begins: the last remembered row before it and how many rows to skip from there; null behind the end of
 * the list. Every 100th row is remembered per list, so that page 1,000 costs hardly more than page 1
 * (docs/decisions/011 and 040).
 */
export async function startOf(list: List, offset: number): Promise<Start | null> {
  if (offset <= NEAR) return { anchor: null, skip: offset };
  const chunk = Math.floor(offset / CHUNK);
  const steps = Math.floor((offset % CHUNK) / STEP);
  const skip = offset % STEP;
  const anchor = steps > 0 ? (await anchorsOf(list, chunk))[steps - 1] : await endOf(list, chunk - 1);
  return anchor ? { anchor, skip } : null;
}

function anchorsOf(list: List, chunk: number): Promise<Anchor[]> {
  return list.remember(`${list.key} ${chunk}`, async () => {
    const anchor = chunk === 0 ? null : await endOf(list, chunk - 1);
    return chunk > 0 && !anchor ? [] : list.findAnchors({ anchor: anchor ?? null, step: STEP, most: CHUNK });
  });
}

/** The last row of a chunk, undefined when the list ends before. */
const endOf = async (list: List, chunk: number) => (await anchorsOf(list, chunk))[CHUNK / STEP - 1];
