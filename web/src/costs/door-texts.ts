import type { DoorLine } from '@seri/contract/costs/estimate.ts';
import type { FactName, KnownFacts } from '@seri/contract/costs/facts.ts';
import type { Question } from '@seri/contract/costs/questions.ts';
import { cc } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { groupThousands, THIN_SPACE } from '../ui/theme/number-text.ts';
import { inReaderLanguage } from './cost-texts.ts';

const MONTHS_PER_YEAR = 12;
const withUnit = (value: number, unit: string) => `${groupThousands(value)}${THIN_SPACE}${unit}`;

/** The facts of a line that are numbers; its rule names the others. Null for a fact without a text of its own. */
export function factText(name: FactName, facts: KnownFacts): string | null {
  const value = facts[name];
  if (typeof value !== 'number') return null;
  switch (name) {
    case 'engineCc':
      return value === 0 ? null : cc(value);
    case 'powerPs':
    case 'power30MinutePs':
      return withUnit(value, t('unit.ps'));
    case 'ageMonths':
    case 'builtMonths':
      return t('costs.yearsMonths', { years: Math.floor(value / MONTHS_PER_YEAR), months: value % MONTHS_PER_YEAR });
    case 'volumeM3':
      return `${value.toFixed(1)}${THIN_SPACE}m³`;
    case 'weightKg':
      return withUnit(value, 'kg');
    case 'co2GPerKm':
      return withUnit(value, 'g/km');
    default:
      return null;
  }
}

export const questionText = (question: Question): string => t(`costs.question.${question}`);

export function lineText({ label, kind }: Pick<DoorLine, 'label' | 'kind'>): string {
  return label ? inReaderLanguage(label) : t(`costs.kind.${kind}`);
}
