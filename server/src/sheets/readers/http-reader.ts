import { createHash } from 'node:crypto';
import { SHEET_FIELDS, type SheetField } from '@seri/contract/sheets/fields.ts';
import * as z from 'zod/mini';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { judgeValue } from '../labels/read-value.ts';
import type { ReadItem, SheetReading } from '../reading/read-item.ts';
import { vocabularyOf } from '../reading/vocabulary.ts';
import type { SheetReader } from '../sheet-reader.ts';
import type { ReaderChild } from './reader-child.ts';

/** Limits of an answer of the operator's service. */
const MAX_MS = 60_000;
const MAX_BYTES = 1_000_000;
const MAX_ITEMS = 300;

const share = z.number().check(z.minimum(0), z.maximum(1));
const answer = z.object({
  items: z
    .array(
      z.object({
        field: z.string().check(z.maxLength(40)),
        text: z.string().check(z.maxLength(200)),
        confidence: share,
        box: z.object({ x: share, y: share, width: share, height: share }),
      }),
    )
    .check(z.maxLength(MAX_ITEMS)),
});

/** Minimum confidence of a shown value, as for the portal's own reader. */
const SURE_ENOUGH = 0.6;
/** Name of the form of a sheet that a service has read. */
const BY_SERVICE = 'service';

interface ServiceOptions {
  url: string;
  /** Sent as `Authorization: Bearer`. */
  secret: string | undefined;
  child: ReaderChild;
  maxMs?: number;
}

/** Name of the readings of a service; another address makes other readings. */
export const serviceReaderName = (url: string): string =>
  `service-${createHash('sha256').update(url).digest('hex').slice(0, 8)}`;

/**
 * Reads sheets with the operator's own service (docs/reference/sheet-reader.md): the straightened page goes out, items
 * with boxes come back. The address is the operator's setting and may be inside a network. A value that is not of its
 * field's vocabulary becomes a place that was not read.
 */
export function httpSheetReader({ url, secret, child, maxMs = MAX_MS }: ServiceOptions): SheetReader {
  return {
    name: serviceReaderName(url),
    read: async (picture, { houses, learned }) => {
      const reply = await child.ask({ kind: 'straighten', picture });
      if (!('page' in reply)) throw new Error('the page was not straightened');
      const items = await askService({ url, secret, maxMs }, reply.page);
      const vocabulary = vocabularyOf(glossaryWords(), houses, learned);
      const read = items.flatMap(({ field, text, confidence, box }): ReadItem[] => {
        if (!isField(field)) return [];
        const ja = confidence >= SURE_ENOUGH ? judgeValue(field, text, vocabulary) : null;
        return [{ field, ja, confidence: ja === null ? 0.3 : confidence, area: box, guess: text }];
      });
      const reading: SheetReading = { form: BY_SERVICE, items: single(read), places: [], corners: reply.corners };
      return { ...reading, reader: 'service' };
    },
    close: () => child.close(),
  };
}

const isField = (field: string): field is SheetField => (SHEET_FIELDS as readonly string[]).includes(field);

/** Fields that a sheet may have several times. */
const SEVERAL: ReadonlySet<string> = new Set(['equipment', 'salesPoints', 'inspectorNotes', 'damageDiagram']);

/** Two different values of one field: neither is shown. */
function single(items: readonly ReadItem[]): ReadItem[] {
  const values = new Map<string, Set<string>>();
  for (const { field, ja } of items) if (ja !== null) values.set(field, (values.get(field) ?? new Set()).add(ja));
  return items.map((item) =>
    !SEVERAL.has(item.field) && (values.get(item.field)?.size ?? 0) > 1 ? { ...item, ja: null, confidence: 0.3 } : item,
  );
}

async function askService(
  { url, secret, maxMs }: { url: string; secret: string | undefined; maxMs: number },
  page: Uint8Array,
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'image/jpeg',
      accept: 'application/json',
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    },
    body: new Uint8Array(page),
    redirect: 'error',
    signal: AbortSignal.timeout(maxMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the sheet service answered ${response.status}`);
  }
  const parsed = answer.safeParse(await jsonWithin(response));
  if (!parsed.success) throw new Error('the sheet service answered in another shape');
  return parsed.data.items;
}

/** Reads no more than the limit, whatever length the service announces. */
async function jsonWithin(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('the sheet service answered too much');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Error('the sheet service answered no JSON');
  }
}
