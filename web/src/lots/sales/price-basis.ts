import type { priceBasis } from '@seri/contract/lots/records.ts';
import type * as z from 'zod/mini';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';

type PriceBasis = z.infer<typeof priceBasis>;

/** Criteria by which the sales were chosen: model, trim, years, grades and mileage, if used. */
export function basisText({ model, trim, conditions, ...basis }: PriceBasis): string {
  const years = rangeText(basis.yearFrom, basis.yearTo, String);
  const mileage = rangeText(basis.mileageFrom, basis.mileageTo, groupThousands);
  return [
    [model, trim].filter(Boolean).join(' '),
    years,
    conditions.length > 0 && t('lots.average.grade', { grade: conditions.join(', ') }),
    mileage && `${mileage} ${t('unit.km')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function rangeText(from: number | null, to: number | null, format: (value: number) => string): string | null {
  if (from !== null && to !== null) return from === to ? format(from) : `${format(from)}–${format(to)}`;
  if (from !== null) return t('lots.tag.from', { value: format(from) });
  return to === null ? null : t('lots.tag.to', { value: format(to) });
}
