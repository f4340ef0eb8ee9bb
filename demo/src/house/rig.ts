import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import type { HiddenMarket } from '../market/market.ts';

const price = z.int().check(z.minimum(0));
const rigFile = z.record(
  z.string(),
  z.strictObject({ reserveYen: z.optional(price), rivalYen: z.optional(price), auctionAt: z.optional(z.string()) }),
);
export type Rig = z.infer<typeof rigFile>;
export type RigEntry = Rig[string];

/** Fixed prices and times by sourceId, for tests; `*` applies to every other lot. Read again when the file changes. */
export type ReadRig = () => Rig;

export function openRig(file: string | undefined): ReadRig {
  let rig: Rig = {};
  let readAtMs = 0;
  return () => {
    const changedAtMs = file ? statSync(file).mtimeMs : readAtMs;
    if (!file || changedAtMs === readAtMs) return rig;
    try {
      rig = rigFile.parse(JSON.parse(readFileSync(file, 'utf8')));
      readAtMs = changedAtMs;
    } catch {
      // A test may be writing the file; the next read succeeds.
    }
    return rig;
  };
}

export function rigged(market: HiddenMarket, entry: RigEntry | undefined): HiddenMarket {
  if (!entry) return market;
  const reserveYen = entry.reserveYen ?? market.reserveYen;
  const rivalYen = entry.rivalYen ?? market.rivalYen;
  return { ...market, fate: 'auctioned', reserveYen, rivalYen, startYen: Math.min(market.startYen, reserveYen) };
}
