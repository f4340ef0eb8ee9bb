import { setTimeout as pause } from 'node:timers/promises';
import { DRAWING_PREFIX } from '@seri/contract/photos/entries.ts';
import type { ExtraPhotoSource } from '@seri/server/photos/extra/extra-photo-source.ts';
import { pictureKeyOf } from '@seri/server/photos/pictures.ts';
import { drawingKeyOf, parsePictureKey } from './picture-key.ts';
import { createRandom } from './vehicles/core/geometry.ts';
import { ALLOY_DESIGNS } from './vehicles/core/wheel.ts';
import { YARDS } from './vehicles/core/yard.ts';

/** The usual time an auction house takes (business-rules.md#extra-photos). */
const USUAL_MS = 30_000;
const STEPS = 60;
const FURTHER_VIEWS = ['front34', 'side', 'rear34', 'front', 'rear'];

/** The demonstration's auction house: after half a minute it supplies photos of the same car in another yard. */
export const demoExtraPhotos = (takesMs = USUAL_MS): ExtraPhotoSource => ({
  find: async ({ images }, { signal, onProgress }) => {
    for (let step = 1; step <= STEPS; step++) {
      await pause(takesMs / STEPS, undefined, { signal });
      onProgress((step / STEPS) * 100);
    }
    const [first] = images.flatMap((image) => parsePictureKey(drawingKeyOf(pictureKeyOf(image) ?? '') ?? '') ?? []);
    if (!first) return [];
    const seed = elsewhere(first.seed);
    return FURTHER_VIEWS.map((view) => `/p/${DRAWING_PREFIX}${first.body}-${first.paint}-${seed}-${view}`).filter(
      (image) => !images.includes(image),
    );
  },
});

const wheelsOf = (seed: number) => Math.floor(createRandom(`wheel${seed}`)() * ALLOY_DESIGNS);

/** The next seed with the same wheels in another yard. */
function elsewhere(seed: number): number {
  const others = Array.from({ length: 99 }, (_, index) => (seed + index + 1) % 100);
  const isAnotherYard = (other: number) => other % YARDS.length !== seed % YARDS.length;
  return others.find((other) => isAnotherYard(other) && wheelsOf(other) === wheelsOf(seed)) ?? seed;
}
