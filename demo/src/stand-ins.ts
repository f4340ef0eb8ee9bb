import { join } from 'node:path';
import type { DemonstrationAdapters } from '@seri/server/compose/demonstration.ts';
import { demoExtraPhotos } from './drawings/demo-extra-photos.ts';
import { drawnPictures } from './drawings/drawn-pictures.ts';
import { drawnSheets } from './drawings/drawn-sheets.ts';

const program = (file: string) => join(import.meta.dirname, file);

export const demoAdapters: DemonstrationAdapters = {
  openPictures: drawnPictures,
  openSheets: drawnSheets,
  portalPhoto: '/p/demo/sedan-navy-7-front34',
  extraPhotos: () => demoExtraPhotos(),
  programs: { costly: program('costly-main.ts'), worker: program('worker-main.ts') },
};
