import { Suspense, useState } from 'react';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { DateFieldsProps } from './date-fields.tsx';
import css from './day-strip.module.css';

const Fields = lazyPart(
  withAllTexts(() => import('./date-fields.tsx')),
  'DateFields',
);

interface DatesProps extends Omit<DateFieldsProps, 'takesFocus'> {
  /** Behind a button until they are wanted, where a strip of days answers most questions. */
  folds: boolean;
}

/** The dates from and to of a wide screen's filters. */
export function Dates({ folds, ...fields }: DatesProps) {
  const [isOpened, setOpened] = useState(false);
  const isSet = fields.dateFrom !== undefined || fields.dateTo !== undefined;
  if (folds && !isOpened && !isSet)
    return (
      <button type="button" className={css.dates} aria-expanded={false} onClick={() => setOpened(true)}>
        {t('lots.days.dates')}
      </button>
    );
  return (
    <Suspense fallback={<div className={css.span} aria-busy="true" />}>
      <Fields takesFocus={isOpened} {...fields} />
    </Suspense>
  );
}
