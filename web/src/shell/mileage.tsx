import { MILEAGE_MARK_WORDS, type MileageMark } from '@seri/contract/lots/mileage.ts';
import { Measure } from '../ui/data/money.tsx';
import { km } from './i18n/format.ts';
import { language, t } from './i18n/i18n.ts';
import css from './mileage.module.css';

interface MarkedMileage {
  mileage: number | null;
  mileageMark?: MileageMark | undefined;
}

/** The auction house's odometer remark in the reader's language. */
const markText = (mark: MileageMark): string => MILEAGE_MARK_WORDS[language][mark];

/** Mileage with the odometer remark, for a line of text; null if unknown. */
export const mileageText = ({ mileage, mileageMark }: MarkedMileage): string | null =>
  [mileage === null ? '' : km(mileage), mileageMark ? markText(mileageMark) : ''].filter(Boolean).join(', ') || null;

/** Mileage with the odometer remark below, so that a doubtful number is not taken for the true one. */
export function Mileage({ of: { mileage, mileageMark }, className = '' }: { of: MarkedMileage; className?: string }) {
  if (!mileageMark) return <Measure value={mileage} unit={t('unit.km')} className={className} />;
  return (
    <span className={css.mileage}>
      {mileage !== null && (
        <>
          <Measure value={mileage} unit={t('unit.km')} className={className} />{' '}
        </>
      )}
      <span className={css.mark} title={markText(mileageMark)} data-mark>
        <span>{markText(mileageMark)}</span>
      </span>
    </span>
  );
}
