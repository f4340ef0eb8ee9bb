import { existsSync } from 'node:fs';
import { unpackSheetFonts } from '../../../server/src/photos/sheet-fonts.ts';

export interface BenchFont {
  family: string;
  file: string;
  package: string;
}

const TYPES = '/usr/share/fonts/truetype';
const of = (family: string, file: string, name: string): BenchFont => ({
  family,
  file: `${TYPES}/${file}`,
  package: name,
});

/** Handwriting for building, and others that only the final third is written in. */
export const HANDWRITING: readonly BenchFont[] = [
  of('kiloji', 'kiloji/kiloji.ttf', 'fonts-kiloji'),
  of('YOzFont', 'yozvox-yozfont/YOzRE_90.ttf', 'fonts-yozvox-yozfont'),
  of('SetoFont', 'seto/setofont.ttf', 'fonts-seto'),
];
export const FINAL_HANDWRITING: readonly BenchFont[] = [
  ...HANDWRITING.slice(0, 1),
  of('Klee One', 'klee/KleeOne-Regular.ttf', 'fonts-klee'),
  of('Yusei Magic', 'yusei-magic/YuseiMagic-Regular.ttf', 'fonts-yusei-magic'),
];
export const PRINTED: readonly BenchFont[] = [
  of('VL Gothic', 'vlgothic/VL-Gothic-Regular.ttf', 'fonts-vlgothic'),
  { family: 'IPAPMincho', file: '/usr/share/fonts/opentype/ipafont-mincho/ipamp.ttf', package: 'fonts-ipafont-mincho' },
];

/** Debian packages of the fonts that are not on this machine. */
export const missingFonts = (): string[] => [
  ...new Set(
    [...HANDWRITING, ...FINAL_HANDWRITING, ...PRINTED]
      .filter(({ file }) => !existsSync(file))
      .map((font) => font.package),
  ),
];

/** Font files for drawing: those of the list and the portal's own. */
export const fontFiles = async (folder: string): Promise<string[]> => [
  ...[...HANDWRITING, ...FINAL_HANDWRITING, ...PRINTED].map(({ file }) => file),
  ...(await unpackSheetFonts(folder)),
];
