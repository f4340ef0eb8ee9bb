import { type Area, SHEET_FIELDS, type SheetField } from '@seri/contract/sheets/fields.ts';
import { isGrade, isParagraph, labelBoxOf, valueBoxOf } from '@seri/contract/sheets/forms.ts';
import { cutOut, stretchedGrey } from './cut.ts';
import type { Engine } from './engine.ts';
import { boundsOf, inkOf, itemsIn, linesIn, type Pixels, redOf, thickened } from './ink.ts';
import { firstPlausible, twoOfThree } from './looks.ts';
import { type FittedForm, matchForm } from './match-form.ts';
import { openPage, type Page } from './page.ts';
import { itemOf, type ReadItem, type Reading, type SheetReading } from './read-item.ts';
import { readMarks } from './read-marks.ts';
import { interpretText } from './settle-text.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Letter height in pixels that the engine reads best. */
const LETTER_PX = 38;
/** Text height in a cell, in units of the form. */
const WRITTEN_HEIGHT = 17;
const LOT_NUMBER_HEIGHT = 24;
/** Excludes the ruled lines of the box. */
const INSET = 5;
/** Maximum gap within one word, as a share of their height. */
const WORD_GAP = 0.62;
const ONE_GAP = 3;

const LOOKED_AT_TWICE: ReadonlySet<SheetField> = new Set([
  'lotNumber',
  'modelCode',
  'chassisNumber',
  'firstRegistration',
  'shaken',
  'mileage',
  'displacement',
  'grade',
]);

/**
 * Reads all fields of a scan of a stored form; `form` is null where none fits. `isConfirmed` decides by the printed
 * labels whether the page is the form that its lines suggest.
 */
export async function readSheet(
  picture: Buffer,
  engine: Engine,
  vocabulary: Vocabulary,
  isConfirmed: (places: SheetReading['places']) => boolean = () => true,
): Promise<SheetReading> {
  const page = await openPage(picture);
  const fitted = page && matchForm(page);
  const places = page && fitted ? placesOf(page, fitted) : [];
  if (!page || !fitted || !isConfirmed(places)) return { form: null, items: [], places: [] };
  const reading = { page, fitted, engine, vocabulary };
  const items: ReadItem[] = [];
  for (const field of SHEET_FIELDS) items.push(...(await readField(reading, field)));
  return { form: fitted.form.id, items: withoutContradiction(items), places };
}

async function readField(reading: Reading, field: SheetField): Promise<ReadItem[]> {
  if (field === 'damageDiagram') return readMarks(reading);
  const room = roomOf(reading, field);
  return isParagraph(field) ? readParagraph(reading, field, room) : readCell(reading, field, room);
}

function roomOf({ fitted }: Reading, field: SheetField): Area {
  const { x, y, width, height } = valueBoxOf(fitted.form, field);
  return fitted.toPage({ x: x + INSET, y: y + INSET, width: width - 2 * INSET, height: height - 2 * INSET });
}

/** Pixels of the page per unit of the form. */
const unitOf = ({ fitted }: Reading) => fitted.toPage({ x: 0, y: 0, width: 1, height: 1 }).height;

async function readCell(reading: Reading, field: SheetField, room: Area): Promise<ReadItem[]> {
  const { page, engine, vocabulary } = reading;
  const isInk = isGrade(field) ? blueOf(page) : inkOf(page);
  const bounds = boundsOf(room, isInk);
  if (!bounds || isDash(bounds)) return [];
  const usual = (field === 'lotNumber' ? LOT_NUMBER_HEIGHT : WRITTEN_HEIGHT) * unitOf(reading);
  const scale = LETTER_PX / (isGrade(field) ? bounds.height * 1.25 : usual);
  const ofPage = stretchedGrey(page);
  const greyAt = isGrade(field) ? (x: number, y: number) => (isInk(x, y) ? ofPage(x, y) : 255) : ofPage;
  const look = async (factor: number) => {
    const guess = await engine.readLine(await cutOut(page, bounds, { scale: scale * factor, greyAt }));
    return interpretText(field, guess, vocabulary);
  };
  const settled = LOOKED_AT_TWICE.has(field) ? await twoOfThree(look) : await firstPlausible(look);
  return [itemOf(field, settled, page, bounds)];
}

async function readParagraph(reading: Reading, field: SheetField, room: Area): Promise<ReadItem[]> {
  const { page, engine, vocabulary } = reading;
  const isInk = inkOf(page);
  const items: ReadItem[] = [];
  for (const line of linesIn(room, isInk, WRITTEN_HEIGHT * unitOf(reading) * 0.6)) {
    const scale = (LETTER_PX / line.height) * 0.92;
    for (const place of itemsIn(line, isInk, Math.max(ONE_GAP, line.height * WORD_GAP))) {
      const look = async (factor: number) => {
        const guess = await engine.readLine(await cutOut(page, place, { scale: scale * factor }));
        return interpretText(field, guess, vocabulary);
      };
      items.push(itemOf(field, await firstPlausible(look), page, place));
    }
  }
  return items;
}

/** Ink without the red ring around a grade. */
function blueOf(page: Page): Pixels {
  const [isInk, isRed] = [inkOf(page), thickened(redOf(page))];
  return (x, y) => isInk(x, y) && !isRed(x, y);
}

/** The dash for "nothing to report" is far wider than high. */
const isDash = ({ width, height }: Area) => height < 6 && width > height * 2.2;

/** The chassis number begins with the model code: when they differ, one is wrong, so both become unread. */
function withoutContradiction(items: readonly ReadItem[]): ReadItem[] {
  const code = items.find(({ field }) => field === 'modelCode')?.ja;
  const number = items.find(({ field }) => field === 'chassisNumber')?.ja;
  if (!code || !number || number.startsWith(`${code}-`)) return [...items];
  return items.map((item) =>
    item.field === 'modelCode' || item.field === 'chassisNumber' ? { ...item, ja: null } : item,
  );
}

const placesOf = (page: Page, { form, toPage }: FittedForm): SheetReading['places'] =>
  SHEET_FIELDS.filter((field) => field !== 'house').map((field) => ({
    field,
    ja: form.labels[field],
    label: page.toScan(toPage(labelBoxOf(form, field))),
    value: page.toScan(toPage(valueBoxOf(form, field))),
  }));
