import sharp from 'sharp';
import type { GlossaryWord } from '../../platform/i18n/glossary.ts';
import { checkPicture, SheetRefused } from '../page/check-picture.ts';
import type { Raster } from '../page/homography.ts';
import { openPaper, type Paper } from '../page/open-paper.ts';
import type { Engine } from '../reading/engine.ts';
import type { SheetReading } from '../reading/read-item.ts';
import { readSheet } from '../reading/read-sheet.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { labelList } from './label-words.ts';
import { confirmsForm, openLabels, readByLabels } from './read-labelled.ts';

/** Checks a picture and straightens its sheet. Throws SheetRefused for one that is no sheet. */
export async function openPicture(picture: Buffer): Promise<Paper> {
  await checkPicture(picture);
  try {
    return await openPaper(picture);
  } catch {
    throw new SheetRefused('Damaged');
  }
}

/**
 * Reads the picture of a sheet: straightens it, tries the stored forms, then any form by its labels. Areas are shares of
 * the straightened page. Throws SheetRefused for a picture without a readable form.
 */
export async function readPicture(
  picture: Buffer,
  { engine, vocabulary, words }: { engine: Engine; vocabulary: Vocabulary; words: readonly GlossaryWord[] },
): Promise<SheetReading> {
  const { page, corners } = await openPicture(picture);
  const labelled = await openLabels(page, { engine, labels: labelList(words) });
  const known = await readSheet(await pngOf(page), engine, vocabulary, (places) => confirmsForm(labelled, places));
  const reading = known.form === null ? await readByLabels(labelled, { engine, vocabulary }) : known;
  if (reading.form === null) throw new SheetRefused('NoLabels');
  return { ...reading, corners };
}

const pngOf = ({ data, width, height }: Raster): Promise<Buffer> =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
