import type { SheetCause } from '@seri/contract/sheets/review-search.ts';
import { cc, km } from '../shell/i18n/format.ts';
import { textOf } from '../shell/i18n/i18n.ts';

/** Name of a form field in the reader's language. */
export const fieldText = (field: string): string => textOf(`sheets.field.${field}`, 'sheets.field.other');

/** For managers: why a sheet cannot be read. Clients get the error's own sentence. */
export const causeText = (cause: SheetCause): string =>
  textOf(`feed.sources.cause.${cause.replace(/^Sheet\./, '')}`, 'feed.sources.cause.Unreadable');

/** A value of a contradiction, which comes without spelling: `81000` of the mileage as `81 000 km`. */
export function valueText(field: string, value: string): string {
  const number = Number(value);
  if (field === 'mileage' && Number.isFinite(number)) return km(number);
  if (field === 'displacement' && Number.isFinite(number)) return cc(number);
  return value;
}
