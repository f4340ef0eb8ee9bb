import type { PictureWidth } from './picture-widths.ts';
import type { SheetLot } from './sheet-lot.ts';

/** Where pictures of auction sheets come from. */
export interface SheetSource {
  /** Says what the sheet of this lot shows: another picture, another text. Null when it has none. */
  contentOf(lot: SheetLot): string | null;
  /** The sheet as WebP of this width; null when there is none. */
  of(lot: SheetLot, width: PictureWidth): Promise<Buffer | null>;
  /** The sheet as large as it is kept, for a reader of sheets. */
  original(lot: SheetLot): Promise<Buffer | null>;
}

export const NO_SHEETS: SheetSource = {
  contentOf: () => null,
  of: async () => null,
  original: async () => null,
};
