import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { keepPictures } from './kept-pictures.ts';
import { DRAWINGS } from './pictures.ts';
import { type PictureWidth, renderPicture } from './render-picture.ts';
import { drawSheet, type SheetLot } from './sheet/draw-sheet.ts';
import { unpackSheetFonts } from './sheet-fonts.ts';

export interface SheetPictures {
  /** The auction sheet of this lot as WebP of this width. */
  of(lot: SheetLot, width: PictureWidth): Promise<Buffer>;
  /** Files of the letters on it, unpacked. */
  fonts(): Promise<string[]>;
}

/** Auction sheets, drawn once each and kept below `cacheDir`, which may be deleted at any time. */
export function openSheetPictures(cacheDir: string): SheetPictures {
  const kept = keepPictures(join(cacheDir, DRAWINGS));
  let unpacking: Promise<string[]> | null = null;
  // Looked for each time, as the folder may be emptied; two requests at once share one look.
  const fonts = () => {
    unpacking ??= unpackSheetFonts(join(cacheDir, 'fonts')).finally(() => {
      unpacking = null;
    });
    return unpacking;
  };
  return {
    fonts,
    of: (lot, width) => {
      const svg = drawSheet(lot);
      // Named by what it shows: a corrected lot gets another picture.
      const name = createHash('sha256').update(svg).digest('base64url').slice(0, 32);
      return kept.get(join('sheets', `${name}-${width}`), async () => renderPicture(svg, width, await fonts()));
    },
  };
}
