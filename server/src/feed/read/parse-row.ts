import { type FeedRow, feedRow, type LotRow, stamp } from '@seri/contract/feed/rows.ts';
import { isDrawingEntry } from '@seri/contract/photos/entries.ts';
import { cleanTexts } from '@seri/contract/text.ts';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;
/** For a row with a timestamp in the future: its source, and the difference in seconds. */
export interface Ahead {
  source: string;
  seconds: number;
}
export type Parsed = { row: FeedRow } | { refused: string; ahead?: Ahead };

/** Earlier years are typing errors, and PostgreSQL has no year 0. */
const FIRST_MS = Date.UTC(1950, 0);
const END_MS = Date.UTC(2151, 0);
/**
 * Clocks of sources differ. A timestamp further ahead would block updates of its lot until then
 * (business-rules.md#future-stamps).
 */
const MAX_AHEAD_MS = 10 * 60_000;
export const BROKEN_TEXT = 'text with a NUL or half a character';

/** Parses one line of a feed into a row, or a reason for its refusal. */
export function parseRow(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'not JSON' };
  }
  if (text.includes('\\u') && hasBrokenText(value)) return { refused: BROKEN_TEXT };
  return validateRow(value);
}

/** Validates a parsed row of any format; all its texts must be well-formed. */
export function validateRow(raw: unknown): Parsed {
  const parsed = feedRow.safeParse(cleanTexts(raw), { reportInput: true });
  if (!parsed.success) return { refused: parsed.error.issues.slice(0, 5).map(describeIssue).join('; ') };
  const row = withOdometer(parsed.data);
  const wrongTime = findWrongTime(row);
  if (wrongTime) return { refused: `${wrongTime}: no such time` };
  const ahead = aheadOf(row);
  if (ahead) return { refused: `updatedAt: ${row.updatedAt} is more than ten minutes ahead of the clock`, ahead };
  const drawing = row.kind === 'lot' && !row.demo ? drawingIn(row) : undefined;
  if (drawing !== undefined) return { refused: `${drawing}: a drawing, which only lots of the demonstration show` };
  if (row.kind === 'production-month' && row.serialTo < row.serialFrom)
    return { refused: 'serialTo: less than serialFrom' };
  return { row };
}

/** The photo of the odometer is one of the photos: fetched, shown, kept and hidden with them. */
const withOdometer = (row: FeedRow): FeedRow =>
  row.kind === 'lot' && row.odometerImage && !row.images.includes(row.odometerImage)
    ? { ...row, images: [...row.images, row.odometerImage] }
    : row;

function hasBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasBrokenText(key) || hasBrokenText(item));
}

function findWrongTime(row: FeedRow): string | null {
  if (!isRealTime(row.updatedAt)) return 'updatedAt';
  if (row.kind === 'lot' && !isRealTime(row.auctionDate)) return 'auctionDate';
  if (row.kind === 'full-list' && !isRealTime(row.day)) return 'day';
  if (row.kind === 'house' && !isRealTime(`2000-01-01T${row.opensAt}:00Z`)) return 'opensAt';
  return null;
}

/** The first drawing of the demonstration among the pictures of a lot. */
const drawingIn = ({ images, sheetImage, videos = [], inspection }: LotRow): string | undefined =>
  [...images, sheetImage ?? '', ...videos, ...(inspection?.zones.flatMap((zone) => zone.images) ?? [])].find(
    isDrawingEntry,
  );

function aheadOf({ source, updatedAt }: FeedRow): Ahead | null {
  const aheadMs = Date.parse(updatedAt) - Date.now();
  return aheadMs > MAX_AHEAD_MS ? { source, seconds: Math.round(aheadMs / 1_000) } : null;
}

/** Whether the text is an existing instant. */
export const isRealStamp = (text: string): boolean => stamp.safeParse(text).success && isRealTime(text);

/** Whether the text is an existing day as YYYY-MM-DD. */
export const isRealDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealTime(text);

function isRealTime(text: string): boolean {
  const atMs = Date.parse(text);
  // Also false for NaN.
  if (!(atMs >= FIRST_MS && atMs < END_MS)) return false;
  // Date rolls 31 February over into March; a day must survive the round trip.
  return text.length > 10 || new Date(atMs).toISOString().startsWith(text);
}

function describeIssue(issue: Issue): string {
  const path = issue.path.map(String).join('.');
  const at = path === '' ? '' : `${path}: `;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${at}unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_type':
      return `${at}${issue.input === undefined ? 'missing' : `expected ${issue.expected}`}`;
    case 'too_big':
      return `${at}${issue.origin === 'string' ? 'longer' : 'more'} than ${issue.maximum}`;
    case 'too_small':
      return `${at}${issue.origin === 'string' ? 'shorter' : 'less'} than ${issue.minimum}`;
    case 'invalid_value':
      return `${at}expected one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return issue.discriminator ? `unknown kind` : `${at}expected an instant with zone or a day YYYY-MM-DD`;
    default:
      return `${at}${issue.message === 'Invalid input' ? 'wrong format' : issue.message}`;
  }
}
