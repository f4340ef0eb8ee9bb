import { join } from 'node:path';
import type { PictureSource } from '@seri/server/photos/pictures.ts';
import { createPictureCache } from '@seri/server/photos/store/picture-cache.ts';
import { parsePictureKey, parseTurnKey } from './picture-key.ts';
import { detailAt, renderPicture } from './render-picture.ts';
import { renderTurn } from './render-turn.ts';
import { drawVehicle } from './vehicles/draw-vehicle.ts';

/** Raised when the drawings change, so that kept pictures of older ones are not shown. */
export const DRAWINGS = 'v2';

/** Drawings of vehicles, and videos of motorcycles that turn, drawn once each and kept below `cacheDir`, which may be deleted at any time. */
export function drawnPictures(cacheDir: string): PictureSource {
  const drawings = createPictureCache(join(cacheDir, DRAWINGS));
  const films = createPictureCache(join(cacheDir, 'films'), { ending: '.webm' });
  return {
    has: (key) => parsePictureKey(key) !== null || parseTurnKey(key) !== null,
    of: async (key, width) => {
      const vehicle = parsePictureKey(key);
      if (vehicle) {
        const draw = () => renderPicture(drawVehicle(vehicle, detailAt(width)), width);
        return drawings.get(join(vehicle.body, `${key}-${width}`), draw);
      }
      const turn = parseTurnKey(key);
      // One size: a video is looked at for itself, not in a list.
      return turn && films.get(join(turn.body, key), () => renderTurn(turn));
    },
  };
}
