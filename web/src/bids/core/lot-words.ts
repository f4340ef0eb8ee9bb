import { gradeIn } from '@seri/contract/lots/grade-words.ts';
import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { cc } from '../../shell/i18n/format.ts';
import { language, t } from '../../shell/i18n/i18n.ts';

/** The house's grade and color in the reader's words; anything unknown as the house wrote it. */
export const gradeMeaning = (grade: string): string =>
  gradeIn(grade, language, glossaryOverrides) ?? t('lots.grade.other', { grade });
export const colorText = (color: string): string => colorIn(color, language, glossaryOverrides);

/** As narrow as in the rows of a listing: the gearbox as the house writes it. */
export const engineText = ({ engine, gearbox }: { engine: number | null; gearbox: string }): string =>
  [engine === null ? '' : cc(engine), gearbox].filter(Boolean).join(' · ') || '–';

/** Gearbox, engine and color in one line: what tells two cars of one model apart. */
export const specText = ({
  gearbox,
  engine,
  color,
}: {
  gearbox: string;
  engine: number | null;
  color: string;
}): string =>
  [gearbox, engine === null ? '' : cc(engine), color && colorText(color)].filter(Boolean).join(' · ') || '–';
