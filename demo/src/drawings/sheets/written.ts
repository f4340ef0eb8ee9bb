import type { SheetFacts } from '@seri/contract/feed/rows.ts';
import { chassisCodeOf, tidyChassis } from '@seri/contract/lots/chassis.ts';
import type { SheetField } from '@seri/contract/sheets/fields.ts';
import type { SheetLot } from '@seri/server/photos/sheet-lot.ts';
import { carInJapanese, colorInJapanese, equipmentInJapanese, eraOf } from './labels.ts';

type Paragraph = 'equipment' | 'salesPoints' | 'inspectorNotes';

/** Text of each box of a form. */
export interface WrittenSheet {
  house: string;
  cells: Record<Exclude<SheetField, Paragraph | 'house' | 'damageDiagram'>, string>;
  paragraphs: Record<Paragraph, readonly string[]>;
  damages: SheetFacts['damages'];
}

const NONE = '－';
/** Remarks on the car's condition belong to the inspector; all others are selling points. */
const INSPECTORS = /キズ|凹み|補修跡|サビ|塗装要|交換|修復歴/;
const SHAKEN_MONTHS = 24;

export function writtenOn(lot: SheetLot): WrittenSheet {
  const { sheet } = lot;
  return {
    house: lot.house,
    cells: {
      lotNumber: String(lot.lotNo),
      carName: carInJapanese(lot.maker, lot.model),
      grade: lot.grade || NONE,
      modelCode: chassisCodeOf(tidyChassis(lot.chassisNumber)),
      chassisNumber: lot.chassisNumber,
      firstRegistration: eraOf(lot.year, lot.month),
      shaken: shakenOf(lot),
      mileage: lot.mileageKm === null ? '不明' : `${grouped(lot.mileageKm)} km`,
      displacement: lot.engineCc === null ? NONE : `${grouped(lot.engineCc)} cc`,
      shift: lot.gearbox || NONE,
      drive: lot.drive ?? NONE,
      color: colorInJapanese(lot.color),
      overallGrade: lot.condition,
      interiorGrade: sheet.interiorGrade ?? NONE,
    },
    paragraphs: {
      equipment: equipmentInJapanese(lot.equip),
      salesPoints: sheet.remarksJa.filter((line) => !INSPECTORS.test(line)),
      inspectorNotes: sheet.remarksJa.filter((line) => INSPECTORS.test(line)),
    },
    damages: sheet.damages,
  };
}

const grouped = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

/** No source names the end of the inspection, so it is drawn from the sheet's seed; older cars more often have none. */
function shakenOf({ year, month, sheet }: SheetLot): string {
  if (year === null || sheet.seed % 5 < 2) return 'なし';
  const end = new Date(Date.UTC(2026, 11 + (sheet.seed % SHAKEN_MONTHS), 1));
  const isOdd = (end.getUTCFullYear() - year) % 2 !== 0;
  return eraOf(end.getUTCFullYear() + (isOdd ? 1 : 0), month ?? end.getUTCMonth() + 1);
}
