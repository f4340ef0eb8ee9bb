import { cc } from '../shell/format.ts';
import { textOf } from '../shell/i18n.ts';

/** The house's grade, color and gearbox in the reader's words; anything unknown as the house wrote it. */
export const gradeMeaning = (grade: string): string =>
  textOf(`lots.grade.${grade.replace(/\.0$/, '')}`, 'lots.grade.other', { grade });
export const colorText = (text: string): string => textOf(`lots.color.${text.toLowerCase()}`, 'lots.raw', { text });
const gearboxText = (text: string): string => textOf(`lots.gearbox.${text.toLowerCase()}`, 'lots.raw', { text });

export const engineText = (row: { engine: number | null; gearbox: string; color: string }): string =>
  [row.engine === null ? '' : cc(row.engine), gearboxText(row.gearbox)].filter(Boolean).join(' · ') || '–';
