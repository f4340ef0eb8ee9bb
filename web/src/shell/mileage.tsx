import { MILEAGE_MARK_WORDS, type MileageMark } from '@seri/contract/lots/mileage.ts';
import { Measure } from '../ui/data/money.tsx';
import { km } from './i18n/format.ts';
import { language, t } from './i18n/i18n.ts';
import css from './mileage.module.css';

interface MarkedMileage {
  mileage: number | null;
  mileageMark?: MileageMark | undefined;
}

/** What the house says about the odometer, in the reader's words. */
const markText = (mark: MileageMark): string => MILEAGE_MARK_WORDS[language][mark];

/** A mileage with what the house says about the odometer, for a line of text; null where nothing is known. */
export const mileageText = ({ mileage, mileageMark }: MarkedMileage): string | null =>
  [mileage === null ? '' : km(mileage), mileageMark ? markText(mileageMark) : ''].filter(Boolean).join(', ') || null;

/** A mileage, and under it what the house says about the odometer: a number alone would be taken for the true one. */
export function Mileage({ of: { mileage, mileageMark }, className = '' }: { of: MarkedMileage; className?: string }) {
  if (!mileageMark) return <Measure value={mileage} unit={t('unit.km')} className={className} />;
  return (
    <span className={css.mileage}>
      {mileage !== null && (
        <>
          <Measure value={mileage} unit={t('unit.km')} className={className} />{' '}
        </>
      )}
      <span className={css.mark}>{markText(mileageMark)}</span>
    </span>
  );
}
