import { textOf } from '../shell/i18n/i18n.ts';

/** Name of a form field in the reader's language. */
export const fieldText = (field: string): string => textOf(`sheets.field.${field}`, 'sheets.field.other');
