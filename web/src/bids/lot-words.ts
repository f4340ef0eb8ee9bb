import { gradeIn } from '@seri/contract/lots/grade-words.ts';
import { colorIn, gearboxIn } from '@seri/contract/lots/vehicle-words.ts';
import { cc } from '../shell/format.ts';
import { language, t } from '../shell/i18n.ts';
import { ownWords } from '../shell/own-words.ts';

/** The house's grade, color and gearbox in the reader's words; anything unknown as the house wrote it. */
export const gradeMeaning = (grade: string): string =>
  gradeIn(grade, language, ownWords) ?? t('lots.grade.other', { grade });
export const colorText = (color: string): string => colorIn(color, language, ownWords);

export const engineText = (row: { engine: number | null; gearbox: string; color: string }): string =>
  [row.engine === null ? '' : cc(row.engine), gearboxIn(row.gearbox, language, ownWords)].filter(Boolean).join(' · ') ||
  '–';
