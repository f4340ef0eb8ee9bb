import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseMapping } from '../feed/read/mapping.ts';
import type { RowFormat } from '../feed/read/read-rows.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';

/** Twenty lots of an invented provider with photos and sheets, as a list with its mapping. */
const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'docs', 'example-feed');
const DAY = /\b(\d{4})\/(\d{2})\/(\d{2})\b/g;
const DAY_MS = 86_400_000;

export interface ExampleList {
  file: string;
  input: Readable;
  format: RowFormat;
  mappingName: string | undefined;
}

/** The lists of the example in their order: auction houses, then lots, whose first auction day becomes tomorrow. */
export async function exampleLists(now = new Date()): Promise<ExampleList[]> {
  const [houses, lots] = ['houses.ndjson', 'lots.csv'].map((name) => join(EXAMPLE, name)) as [string, string];
  const mapping = parseMapping(await readFile(join(EXAMPLE, 'mapping.json'), 'utf8'), 'mapping.json');
  const text = movedDays(await readFile(lots, 'utf8'), japanDay(new Date(now.getTime() + DAY_MS)));
  const { mtime } = await stat(lots);
  return [
    { file: houses, input: Readable.from([await readFile(houses)]), format: 'json', mappingName: undefined },
    {
      file: lots,
      input: Readable.from([Buffer.from(text)]),
      format: { mapping, fileAt: mtime },
      mappingName: 'mapping',
    },
  ];
}

/** Moves all days of a list by the same time, so that the first one becomes `firstDay`. */
export function movedDays(text: string, firstDay: string): string {
  const days = [...text.matchAll(DAY)].map(([day]) => day.replaceAll('/', '-')).toSorted();
  const first = days[0];
  if (first === undefined) return text;
  const byMs = Date.parse(firstDay) - Date.parse(first);
  return text.replace(DAY, (day) =>
    new Date(Date.parse(day.replaceAll('/', '-')) + byMs).toISOString().slice(0, 10).replaceAll('-', '/'),
  );
}
