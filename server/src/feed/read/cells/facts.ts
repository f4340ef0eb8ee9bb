import { PART_GRADE } from '@seri/contract/lots/facts.ts';
import { readBody, readEnergy, readHybrid, readSteering } from '@seri/contract/lots/vehicle/fact-words.ts';
import { readTypeCode } from '@seri/contract/lots/vehicle/type-code.ts';
import { type Notation, readCount } from './numbers.ts';
import { BadCell, quoted } from './plain-text.ts';

/** A value, and values of other fields that the same cell states. */
interface FactCell {
  own: unknown;
  beside?: Record<string, unknown>;
}

const known = <T>(value: T | null, cell: string, what: string): T => {
  if (value === null) throw new BadCell(`${quoted(cell)} is no known ${what}: see "codes" of the mapping`);
  return value;
};

/** A fuel column also names hybrids: `ハイブリッド` has no fuel of its own, `EV` is no hybrid. */
function readFuel(cell: string): FactCell {
  const { fuel = null, hybrid } = known(readEnergy(cell), cell, 'fuel');
  return hybrid === undefined ? { own: fuel } : { own: fuel, beside: { hybrid } };
}

function readGrade(cell: string): FactCell {
  const grade = cell.toUpperCase().replace(/^(?:内装?|外装?)\s*/u, '');
  return { own: known(PART_GRADE.test(grade) ? grade : null, cell, 'grade of exterior or interior') };
}

function readCode(cell: string): FactCell {
  const code = known(readTypeCode(cell), cell, 'type code');
  if (code.code !== '') return { own: code.full };
  return { own: null, beside: { fuel: code.energy.fuel, hybrid: code.energy.hybrid } };
}

/** Readers of the fields that are words or codes. An unknown word refuses the row, as any other unreadable cell. */
export const FACT_READERS: Readonly<Record<string, ((cell: string) => FactCell) | undefined>> = {
  typeCode: readCode,
  fuel: readFuel,
  hybrid: (cell) => ({ own: known(readHybrid(cell), cell, 'kind of hybrid') }),
  steering: (cell) => ({ own: known(readSteering(cell), cell, 'side of the steering wheel') }),
  body: (cell) => ({ own: known(readBody(cell), cell, 'body') }),
  exteriorGrade: readGrade,
  interiorGrade: readGrade,
};

const WORD_BEHIND = /\s*(?:人乗り|人|名|席|ドア|枚|d|doors?|seats?|мест[оа]?|двер(?:ей|и|ь)|g\/km|г\/км)\.?$/iu;

/** Reads a count with the word behind it: `5人`, `5D`, `120 g/km`. */
export const readFactCount = (cell: string, notation: Notation): number =>
  readCount(cell.replace(WORD_BEHIND, ''), notation);
