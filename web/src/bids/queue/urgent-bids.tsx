import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../shell/i18n/i18n.ts';
import { countersQuery } from '../../shell/live/counters.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import css from './urgent-bids.module.css';

/**
 * Warnings in one line each, in this order: bids still New within half an hour of the agent's cut-off (business-rules.md#last-hour),
 * negotiations without an outcome after three working days (business-rules.md#negotiation), and clients whose email
 * bounces.
 */
export function UrgentBids({ onShow }: { onShow: (bidStatus: number) => void }) {
  const { urgent = 0, negotiations = 0, unreached = [] } = useQuery(countersQuery).data ?? {};
  return (
    <>
      {urgent > 0 && (
        <Alarm
          tone="red"
          title={t('bids.urgent.title', { count: urgent })}
          text={t('bids.urgent.text')}
          show={t('bids.urgent.show')}
          onShow={() => onShow(BID_STATUS.new)}
        />
      )}
      {negotiations > 0 && (
        <Alarm
          tone="amber"
          title={t('bids.urgent.negotiations', { count: negotiations })}
          text={t('bids.offer.overdueText')}
          show={t('bids.urgent.showNegotiations')}
          onShow={() => onShow(BID_STATUS.bid)}
        />
      )}
      {unreached.length > 0 && (
        <Alarm
          tone="amber"
          title={t('bids.urgent.mails')}
          text={`${unreached
            .map(({ name, clientId }) => (clientId ? `${name} (${clientId})` : t('bids.urgent.agent')))
            .join(', ')}. ${t('bids.urgent.mailsText')}`}
        />
      )}
    </>
  );
}

interface AlarmProps {
  /** Red interrupts a screen reader, amber waits its turn. */
  tone: 'red' | 'amber';
  title: string;
  text: string;
  show?: string;
  onShow?: () => void;
}

function Alarm({ tone, title, text, show, onShow }: AlarmProps) {
  const Icon = tone === 'red' ? IconBan : IconAlertTriangle;
  return (
    <div className={css.alarm} data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span>
        <b>{title}</b> {text}
      </span>
      {show && (
        <ActionButton kind="plain" size="xs" onClick={onShow}>
          {show}
        </ActionButton>
      )}
    </div>
  );
}
