import { FACT_FIELDS } from '@seri/contract/feed/fact-fields.ts';
import type { LotRow } from '@seri/contract/feed/rows.ts';
import { type FactsByOrigin, type FactValues, PART_GRADE } from '@seri/contract/lots/facts.ts';
import { readDrive } from '@seri/contract/lots/vehicle/fact-words.ts';
import { readTypeCode } from '@seri/contract/lots/vehicle/type-code.ts';

/**
 * The facts that a row states, by origin: its fields, its auction sheet, and the energy of its type code. A chassis number
 * with its emission class (`6AA-MXPH10-0012345`) names the type code too.
 */
export function factsOfRow(row: LotRow): FactsByOrigin {
  const feed: Record<string, unknown> = {};
  for (const name of FACT_FIELDS) {
    const value = row[name];
    if (value !== undefined && value !== null) feed[name] = value;
  }
  if (row.horsePower) feed.powerPs = row.horsePower;
  const drive = row.drive ? readDrive(row.drive) : null;
  if (drive !== null) feed.drive = drive;
  const code = codeOf(row);
  if (code?.code) feed.typeCode = code.full;
  const grade = row.sheet?.interiorGrade?.normalize('NFKC').trim().toUpperCase();
  return {
    ...part('feed', feed),
    ...(grade !== undefined && PART_GRADE.test(grade) ? { sheet: { interiorGrade: grade } } : {}),
    ...part('typeCode', code?.energy ?? {}),
  };
}

/** A motorcycle's chassis number begins with a code that looks like an emission class. */
function codeOf({ typeCode, chassis, vehicle }: LotRow) {
  if (typeCode) return readTypeCode(typeCode);
  const found = vehicle === 'car' ? readTypeCode(chassis) : null;
  return found?.emissionClass && found.code ? found : null;
}

const part = (origin: keyof FactsByOrigin, values: FactValues | Record<string, unknown>): FactsByOrigin =>
  Object.keys(values).length > 0 ? { [origin]: values } : {};
