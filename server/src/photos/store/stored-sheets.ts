import { join } from 'node:path';
import { isPhoto, renderPhoto } from '../render-photo.ts';
import type { SheetLot } from '../sheet-lot.ts';
import type { SheetSource } from '../sheet-source.ts';
import { type PhotoStore, photoName } from './photo-store.ts';
import { createPictureCache } from './picture-cache.ts';

/** Sheets are only for signed-in users: no `/p/` address shows this folder of the store. */
const FOLDER = 'sheets/';

export const isSheetName = (name: string): boolean => name.startsWith(FOLDER);

/**
 * Scans of sheets in the photo store, below `sheets/` under the name from the feed; rendered once each and cached in
 * `cacheDir`.
 */
export function storedSheets({ cacheDir, store }: { cacheDir: string; store: PhotoStore }): SheetSource {
  const cache = createPictureCache(join(cacheDir, 'sheet-scans'));
  const nameOf = ({ sheet: { image } }: SheetLot) => (image === undefined ? null : photoName(`${FOLDER}${image}`));
  const scanOf = async (name: string) => {
    const scan = await store.get(name);
    return scan && isPhoto(scan) ? scan : null;
  };
  return {
    contentOf: nameOf,
    of: async (lot, width) => {
      const name = nameOf(lot);
      if (name === null) return null;
      return cache.get(`${name}-${width}`, async () => {
        const scan = await scanOf(name);
        return scan && renderPhoto(scan, width, { cuts: false });
      });
    },
    original: async (lot) => {
      const name = nameOf(lot);
      return name === null ? null : scanOf(name);
    },
  };
}
