import { IconCheck } from '@tabler/icons-react';
import { t } from '../shell/i18n.ts';
import css from './car.module.css';
import { PurchaseStatus, statusCode, WAY } from './purchase-status.tsx';

/** Where the car is on its way; a cancelled one shows its word instead. */
export function CarWay({ status }: { status: number | string | null }) {
  const code = statusCode(status);
  const position = code === null ? -1 : WAY.indexOf(code);
  if (position < 0) {
    return (
      <div className={css.wordOnly}>
        <PurchaseStatus status={status} />
      </div>
    );
  }
  return (
    <ol className={css.way} aria-label={t('purchases.steps')}>
      {WAY.map((step, index) => {
        const isDone = index < position;
        const isNow = index === position;
        return (
          <li
            key={step}
            data-done={isDone || undefined}
            data-now={isNow || undefined}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={css.mark}>{isDone && <IconCheck size={12} stroke={3} aria-hidden />}</span>
            <span>{t(`PurchaseStatus.${step}`)}</span>
            {(isDone || isNow) && (
              <span className="quiet small">{t(isNow ? 'purchases.step.now' : 'purchases.step.done')}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
