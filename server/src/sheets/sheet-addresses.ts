import type { SheetLanguage } from './translate.ts';

/** Picture of one item; `/s/<lot>` is the whole sheet. */
export const cropAddress = (lotId: string, itemId: number): string => `/s/${lotId}/crop/${itemId}`;

/** The version gives a corrected term a new address. */
export const translationAddress = (lotId: string, language: SheetLanguage, version: string): string =>
  `/s/${lotId}/translation/${language}?v=${version}`;
