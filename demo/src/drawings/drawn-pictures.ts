import { join } from 'node:path';
import type { PictureSource } from '@seri/server/photos/pictures.ts';
import { createPictureCache } from '@seri/server/photos/store/picture-cache.ts';
import { drawingKeyOf, parsePictureKey, parseTurnKey } from './picture-key.ts';
import { detailAt, renderPicture } from './render-picture.ts';
import { renderTurn } from './render-turn.ts';
import { drawVehicle } from './vehicles/draw-vehicle.ts';

/** Increase it when the drawings change, so that cached pictures are not reused. */
export const DRAWINGS = 'v2';

/**
 * Drawings of vehicles (`demo/<key>`), and videos of rotating motorcycles, rendered once each and cached in `cacheDir`, which may be
 * deleted at any time.
 */
export function drawnPictures(cacheDir: string): PictureSource {
  const drawings = createPictureCache(join(cacheDir, DRAWINGS));
  const films = createPictureCache(join(cacheDir, 'films'), { ending: '.webm' });
  return {
    has: (name) => {
      const key = drawingKeyOf(name) ?? '';
      return parsePictureKey(key) !== null || parseTurnKey(key) !== null;
    },
    of: async (name, width) => {
      const key = drawingKeyOf(name) ?? '';
      const vehicle = parsePictureKey(key);
      if (vehicle) {
        const draw = () => renderPicture(drawVehicle(vehicle, detailAt(width)), width);
        return drawings.get(join(vehicle.body, `${key}-${width}`), draw);
      }
      const turn = parseTurnKey(key);
      // A single size: videos are not shown in lists.
      return turn && films.get(join(turn.body, key), () => renderTurn(turn));
    },
  };
}
