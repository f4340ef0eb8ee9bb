import { createHash } from 'node:crypto';

const digest = (cells: readonly string[]) => createHash('sha256').update(cells.join('\u001f')).digest();

/** The same cells give the same key, in every file and on every machine. */
export const keyOf = (cells: readonly string[]): string => digest(cells).toString('hex').slice(0, 24);

/** As `keyOf`, within the numbers a lot may have. */
export const numberOf = (cells: readonly string[]): number => (digest(cells).readUIntBE(0, 6) % 9_999_999) + 1;
