import { setTimeout as pause } from 'node:timers/promises';
import { runWorker } from '../../compose/run-worker.ts';
import type { ExtraPhotoSource } from '../../photos/extra/extra-photo-source.ts';
import { flatDrawings } from '../fixtures/flat-pictures.ts';

// A worker whose auction house takes half a minute for further photos, long enough to be killed meanwhile.
const STEPS = 60;
const STEP_MS = 500;
const slow: ExtraPhotoSource = {
  find: async (_, { signal, onProgress }) => {
    for (let step = 1; step <= STEPS; step++) {
      await pause(STEP_MS, undefined, { signal });
      onProgress((step / STEPS) * 100);
    }
    return [];
  },
};

await runWorker({ ...flatDrawings, extraPhotos: () => slow });
