import { textOf } from '../shell/i18n/i18n.ts';

/** What a place of the form is for, in the reader's language. */
export const fieldWord = (field: string): string => textOf(`sheets.field.${field}`, 'sheets.field.other');
