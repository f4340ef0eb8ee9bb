import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { unpackedFonts } from '@seri/server/photos/sheet-fonts.ts';
import type { SheetSource } from '@seri/server/photos/sheet-source.ts';
import { createPictureCache } from '@seri/server/photos/store/picture-cache.ts';
import { DRAWINGS } from './drawn-pictures.ts';
import { renderPicture } from './render-picture.ts';
import { drawSheet } from './sheets/draw-sheet.ts';
import { renderSheet } from './sheets/render-sheet.ts';

/** Auction sheets of the demonstration's lots, rendered once each and cached in `cacheDir`, which may be deleted at any time. */
export function drawnSheets(cacheDir: string): SheetSource {
  const cache = createPictureCache(join(cacheDir, DRAWINGS));
  const letters = unpackedFonts(cacheDir);
  return {
    contentOf: (lot) => (lot.isDemo ? drawSheet(lot) : null),
    of: async (lot, width) => {
      if (!lot.isDemo) return null;
      const svg = drawSheet(lot);
      // Named by its content, so that a corrected lot gets another picture.
      const name = createHash('sha256').update(svg).digest('base64url').slice(0, 32);
      return cache.get(join('sheets', `${name}-${width}`), async () => renderPicture(svg, width, await letters()));
    },
    original: async (lot) => (lot.isDemo ? renderSheet(drawSheet(lot), await letters()) : null),
  };
}
