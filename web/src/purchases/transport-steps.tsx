import { IconCheck } from '@tabler/icons-react';
import { japanDay } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './car.module.css';
import { PurchaseStatus, statusCode, TRANSPORT_STATUSES } from './purchase-status.tsx';
import type { PurchaseDetails } from './queries.ts';

type TransportStepsProps = Pick<PurchaseDetails, 'logistics' | 'steps'>;

const IN_TRANSIT = 4;
const DELIVERED = 5;

/** Steps of the car's transport with past and expected dates; a cancelled car shows its status instead. */
export function TransportSteps({ logistics, steps }: TransportStepsProps) {
  const code = statusCode(logistics.status);
  const position = code === null ? -1 : TRANSPORT_STATUSES.indexOf(code);
  if (position < 0) {
    return (
      <div className={css.wordOnly}>
        <PurchaseStatus status={logistics.status} />
      </div>
    );
  }
  const reached = new Map(steps.map(({ status, reachedOn }) => [status, reachedOn]));
  return (
    <ol className={css.steps} aria-label={t('purchases.steps')}>
      {TRANSPORT_STATUSES.map((step, index) => {
        const isDone = index < position;
        const isNow = index === position;
        const day = isDone || isNow ? reached.get(step) : undefined;
        const ahead = index > position ? aheadText(step, logistics) : null;
        const note = day ? japanDay(day) : isNow ? t('purchases.step.now') : isDone ? t('purchases.step.done') : ahead;
        return (
          <li
            key={step}
            data-done={isDone || undefined}
            data-now={isNow || undefined}
            aria-current={isNow ? 'step' : undefined}
          >
            <span className={css.mark}>{isDone && <IconCheck size={12} stroke={3} aria-hidden />}</span>
            <span>{t(`PurchaseStatus.${step}`)}</span>
            {note && <span className="quiet small">{note}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function aheadText(step: number, { etd, eta }: PurchaseDetails['logistics']): string | null {
  if (step === IN_TRANSIT && etd) return t('purchases.step.etd', { date: japanDay(etd) });
  if (step === DELIVERED && eta) return t('purchases.step.eta', { date: japanDay(eta) });
  return null;
}
