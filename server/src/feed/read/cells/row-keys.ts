import { createHash } from 'node:crypto';

const digest = (cells: readonly string[]) => createHash('sha256').update(cells.join('\u001f')).digest();

/** A key that is equal for equal cells, in every file and on every machine. */
export const keyOf = (cells: readonly string[]): string => digest(cells).toString('hex').slice(0, 24);

/** As `keyOf`, within the range of lot numbers. */
export const numberOf = (cells: readonly string[]): number => (digest(cells).readUIntBE(0, 6) % 9_999_999) + 1;
