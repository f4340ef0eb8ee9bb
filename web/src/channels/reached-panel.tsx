import type { NoticeDelivery } from '@seri/contract/channels/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../shell/api/error-text.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './channels.module.css';
import { channelQueries } from './queries.ts';

/** For managers: what the portal sent to a client by mail, push and messenger, and whether it arrived. */
export function ReachedPanel({ userId }: { userId: number }) {
  const query = useQuery(channelQueries.deliveries(userId));
  return (
    <section className="panel" aria-labelledby="client-reached">
      <h2 id="client-reached">{t('channels.reached.title')}</h2>
      {query.isError && <p role="alert">{errorText(query.error)}</p>}
      {query.data?.deliveries.length === 0 && <p className="quiet">{t('channels.reached.none')}</p>}
      <ul className={css.reached}>
        {query.data?.deliveries.map((delivery) => (
          <li key={`${delivery.at} ${delivery.channel} ${delivery.kind}`}>
            <span className={css.state} data-state={delivery.state}>
              {t(`channels.state.${delivery.state}`)}
            </span>
            <span className={css.text}>
              <span>{[t(`channels.name.${delivery.channel}`), eventOf(delivery)].join(' · ')}</span>
              {delivery.reason && <span className="quiet small">{delivery.reason}</span>}
              <span className="quiet small">
                <JapanTime at={delivery.finishedAt ?? delivery.at} shape="full" zone />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const eventOf = ({ kind, lotNo }: NoticeDelivery): string => {
  const event = textOf(`channels.event.${kind}`, 'channels.event.other');
  return lotNo === null ? event : t('channels.reached.lot', { event, lotNo: String(lotNo) });
};
