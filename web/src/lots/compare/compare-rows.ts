import { isProhibited } from '@seri/contract/costs/verdicts.ts';
import { mileageText } from '../../shell/mileage.tsx';
import { type FactRow, factText } from '../vehicle/fact-texts.ts';
import type { ComparedLot } from './compared-lot.ts';

/** Best value of a row, as a word in addition to the colour. */
export type Best = 'lowest' | 'highest' | 'newest';

interface CompareRule {
  valueOf: (lot: ComparedLot) => string | number | null;
  best?: Best;
}

const factOf = (row: FactRow) => (lot: ComparedLot) => factText(row, lot.facts)?.text ?? '';
const at = ({ lotInfo }: ComparedLot) => lotInfo;

/**
 * The dearest case of a total, which a budget must cover. A text, which is never the best, for a total without an upper
 * limit and for a vehicle that may not be imported.
 */
function doorRank({ door }: ComparedLot): number | string | null {
  if (!door) return null;
  return door.mostYen === null || isProhibited(door.verdict) ? `${door.leastYen} ${door.verdict}` : door.mostYen;
}

/** Rows of a comparison in order, each with the value that two lots are compared by. */
export const COMPARE_ROWS = {
  auction: { valueOf: (lot) => at(lot).auctionName },
  time: { valueOf: (lot) => at(lot).auctionDate },
  status: { valueOf: (lot) => at(lot).status },
  year: { valueOf: (lot) => lot.year, best: 'newest' },
  grade: { valueOf: (lot) => lot.grade },
  condition: { valueOf: (lot) => at(lot).condition },
  // A doubtful odometer differs from the others and is never the best.
  mileage: { valueOf: (lot) => (lot.mileageMark ? (mileageText(lot) ?? '') : lot.mileage), best: 'lowest' },
  engine: { valueOf: (lot) => lot.engineCc },
  power: { valueOf: (lot) => lot.powerPs, best: 'highest' },
  gearbox: { valueOf: (lot) => lot.gearbox },
  typeCode: { valueOf: factOf('typeCode') },
  fuel: { valueOf: factOf('fuel') },
  hybrid: { valueOf: factOf('hybrid') },
  power30: { valueOf: factOf('power30') },
  firstRegistration: { valueOf: factOf('firstRegistration') },
  built: { valueOf: factOf('built') },
  steering: { valueOf: factOf('steering') },
  driven: { valueOf: factOf('driven') },
  seats: { valueOf: factOf('seats') },
  doors: { valueOf: factOf('doors') },
  body: { valueOf: factOf('body') },
  size: { valueOf: factOf('size') },
  weight: { valueOf: factOf('weight') },
  co2: { valueOf: factOf('co2') },
  exterior: { valueOf: factOf('exterior') },
  interior: { valueOf: factOf('interior') },
  drive: { valueOf: (lot) => lot.drive },
  color: { valueOf: (lot) => lot.color },
  chassis: { valueOf: (lot) => lot.chassis },
  equipment: { valueOf: (lot) => [...lot.equipment].sort().join('\n') },
  startPrice: { valueOf: (lot) => lot.bidInfo.startPrice, best: 'lowest' },
  soldPrice: { valueOf: (lot) => lot.bidInfo.soldPrice, best: 'lowest' },
  average: { valueOf: (lot) => lot.bidInfo.averagePrice },
  door: { valueOf: doorRank, best: 'lowest' },
  fees: { valueOf: (lot) => lot.bidInfo.feesYen, best: 'lowest' },
  sheet: { valueOf: (lot) => (lot.sheet === null ? 'none' : 'one') },
  remarks: { valueOf: (lot) => lot.info },
} as const satisfies Record<string, CompareRule>;
export type CompareRow = keyof typeof COMPARE_ROWS;

const rules: Record<CompareRow, CompareRule> = COMPARE_ROWS;

export interface RowMarks {
  row: CompareRow;
  differs: boolean;
  best: Best | null;
  /** Indexes of the lots with the best value. */
  bestAt: number[];
}

const known = (value: string | number | null): boolean => value !== null && value !== '';

/** Rows with any known value, with their differences; there is a best value only if another one is worse. */
export function compareLots(lots: readonly ComparedLot[]): RowMarks[] {
  return (Object.keys(COMPARE_ROWS) as CompareRow[])
    .map((row) => ({ row, values: lots.map(rules[row].valueOf) }))
    .filter(({ values }) => values.some(known))
    .map(({ row, values }) => {
      const differs = new Set(values).size > 1;
      const best = rules[row].best ?? null;
      const bestAt = differs && best ? bestPlaces(values, best) : [];
      return { row, differs, best, bestAt };
    });
}

function bestPlaces(values: readonly (string | number | null)[], best: Best): number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (new Set(numbers).size < 2) return [];
  const bestNumber = best === 'lowest' ? Math.min(...numbers) : Math.max(...numbers);
  return values.flatMap((value, index) => (value === bestNumber ? [index] : []));
}

/** Equipment of a lot that not every other lot has. */
export const ownEquipment = (lot: ComparedLot, lots: readonly ComparedLot[]): string[] =>
  lot.equipment.filter((word) => !lots.every(({ equipment }) => equipment.includes(word)));
