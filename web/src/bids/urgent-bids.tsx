import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { countersQuery } from '../shell/counters.ts';
import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import css from './notices.module.css';
import { Why } from './why.tsx';

/** Bids still New that can reach the auction for less than half an hour: somebody has to decide now (decisions D5.16). */
export function UrgentBids({ onShow }: { onShow: (bidStatus: number) => void }) {
  const urgent = useQuery(countersQuery).data?.urgent ?? 0;
  if (urgent === 0) return null;
  return (
    <div className={css.urgent}>
      <Why
        tone="red"
        role="alert"
        title={t('bids.urgent.title', { count: urgent })}
        ways={
          <ActionButton kind="plain" size="xs" onClick={() => onShow(BID_STATUS.new)}>
            {t('bids.urgent.show')}
          </ActionButton>
        }
      >
        {t('bids.urgent.text')}
      </Why>
    </div>
  );
}
