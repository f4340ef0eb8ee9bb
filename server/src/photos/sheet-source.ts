import type { PictureWidth } from './picture-widths.ts';
import type { SheetLot } from './sheet-lot.ts';

/** A source of auction sheet pictures. */
export interface SheetSource {
  /** Identifies the content of the lot's sheet: another picture has another text. Null when there is none. */
  contentOf(lot: SheetLot): string | null;
  /** The sheet as WebP of this width; null when there is none. */
  of(lot: SheetLot, width: PictureWidth): Promise<Buffer | null>;
  /** The sheet in its stored size, for a sheet reader. */
  original(lot: SheetLot): Promise<Buffer | null>;
}

/** A lot's stored scan, or its drawn sheet where the demonstration has one. */
export function scansBeforeDrawings(scans: SheetSource, drawings: SheetSource | null): SheetSource {
  const sourceOf = (lot: SheetLot) => (lot.sheet.image === undefined && lot.isDemo && drawings ? drawings : scans);
  return {
    contentOf: (lot) => sourceOf(lot).contentOf(lot),
    of: (lot, width) => sourceOf(lot).of(lot, width),
    original: (lot) => sourceOf(lot).original(lot),
  };
}

export const NO_SHEETS: SheetSource = {
  contentOf: () => null,
  of: async () => null,
  original: async () => null,
};
