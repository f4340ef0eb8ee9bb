import type { Anchor } from './part-queries.ts';
import type { Remember } from './remember.ts';

const STEP = 100;
const CHUNK = 2_500;
/** Skipping so many rows costs no more than an anchor would save. */
const NEAR = 500;

interface List {
  remember: Remember;
  /** Page, filter, order and audience. */
  key: string;
  /** Of the next rows behind an anchor, or of more when they are found together. */
  findAnchors: (behind: { anchor: Anchor | null; step: number; most: number }) => Promise<Anchor[]>;
}

export interface Start {
  anchor: Anchor | null;
  skip: number;
}

/**
 * Where a page begins: the last remembered row before it and how many rows to skip from there; null behind the end of
 * the list. Every 100th row is remembered per list, so that page 1,000 costs hardly more than page 1
 * (docs/decisions/011, 040 and 043).
 */
export async function startOf(list: List, offset: number): Promise<Start | null> {
  if (offset <= NEAR) return { anchor: null, skip: offset };
  const steps = Math.floor(offset / STEP);
  for (let known = 0, last: Anchor | null = null; ; ) {
    const anchors: Anchor[] = await anchorsBehind(list, known, last);
    const anchor = anchors[steps - known - 1];
    if (anchor) return { anchor, skip: offset % STEP };
    if (anchors.length < CHUNK / STEP) return null;
    known += anchors.length;
    last = anchors.at(-1) ?? null;
  }
}

const anchorsBehind = (list: List, known: number, anchor: Anchor | null) =>
  list.remember(`${list.key} ${known}`, () => list.findAnchors({ anchor, step: STEP, most: CHUNK }));
