import { gradeIn } from '@seri/contract/lots/grade-words.ts';
import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { cc } from '../../shell/i18n/format.ts';
import { language, t } from '../../shell/i18n/i18n.ts';

/** Grade and colour of the auction house in the reader's language; unknown values stay unchanged. */
export const gradeMeaning = (grade: string): string =>
  gradeIn(grade, language, glossaryOverrides) ?? t('lots.grade.other', { grade });
export const colorText = (color: string): string => colorIn(color, language, glossaryOverrides);

/** As short as in a listing row: the gearbox as the auction house writes it. */
export const engineText = ({ engine, gearbox }: { engine: number | null; gearbox: string }): string =>
  [engine === null ? '' : cc(engine), gearbox].filter(Boolean).join(' · ') || '–';

/** Gearbox, engine and colour in one line: they distinguish two cars of one model. */
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
