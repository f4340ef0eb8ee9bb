import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { PictureSource } from '../photos/pictures.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { Drawings } from '../stand-ins.ts';

const DRAWING = /^(?:sedan|suv)-(?:white|navy|red)-\d{1,2}-(?:front34|side|rear)$/;
const FORM = { width: 1_000, height: 720 };

/** One colour for each name. */
const flat = (name: string, { width, height }: { width: number; height: number }) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: `#${createHash('sha256').update(name).digest('hex').slice(0, 6)}`,
    },
  });

/** Stands for the drawings of a demonstration: `sedan-white-1-front34` and the like, as a picture of one colour. */
export const flatPictures: PictureSource = {
  has: (key) => DRAWING.test(key),
  of: async (key, width) =>
    DRAWING.test(key)
      ? flat(key, { width, height: (width * 3) / 4 })
          .webp()
          .toBuffer()
      : null,
};

/** Stands for drawn sheets: every lot that has one has a picture of one colour. */
export const flatSheets: SheetSource = {
  contentOf: (lot) => JSON.stringify(lot),
  of: (lot, width) =>
    flat(JSON.stringify(lot), { width, height: Math.round((width * FORM.height) / FORM.width) })
      .webp()
      .toBuffer(),
  original: (lot) => flat(JSON.stringify(lot), FORM).png().toBuffer(),
};

export const flatDrawings: Drawings = {
  openPictures: () => flatPictures,
  openSheets: () => flatSheets,
  portalPhoto: '/p/sedan-navy-7-front34',
};
