import { colorIn, gearboxIn } from '@seri/contract/lots/vehicle-words.ts';
import { cc } from '../shell/format.ts';
import { language, textOf } from '../shell/i18n.ts';

/** The house's grade, color and gearbox in the reader's words; anything unknown as the house wrote it. */
export const gradeMeaning = (grade: string): string =>
  textOf(`lots.grade.${grade.replace(/\.0$/, '')}`, 'lots.grade.other', { grade });
export const colorText = (color: string): string => colorIn(color, language);

export const engineText = (row: { engine: number | null; gearbox: string; color: string }): string =>
  [row.engine === null ? '' : cc(row.engine), gearboxIn(row.gearbox, language)].filter(Boolean).join(' · ') || '–';
