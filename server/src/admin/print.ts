import { UNLIMITED } from '@seri/contract/money.ts';

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Removes control characters, so that text typed by a user cannot control the operator's terminal. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** -1 is unlimited (business-rules.md#unlimited); null prints a dash. */
export function amount(value: number | null): string {
  if (value === null) return '-';
  return value === UNLIMITED ? 'any' : value.toLocaleString('en');
}

export const moment = (at: Date | null): string =>
  at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '-';

/** Columns are as wide as their widest cell; the last one is not padded. */
export function table(head: string[], rows: string[][]): string {
  const cells = [head, ...rows.map((row) => row.map(plain))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
