import { UNLIMITED } from '@seri/contract/money.ts';
import type { CommittedBid } from '@seri/contract/users/client-figures-routes.ts';
import type { ClientView } from '@seri/contract/users/client-routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import fold from '../../ui/overlays/fold.module.css';
import { CommittedSum } from './client-count.tsx';
import css from './client-money.module.css';
import { Balance } from './client-rows.tsx';

/**
 * The parts of a client's limit in yen: balance and credit, reserved for open bids, kept for the overbid of the next
 * bid, and free. Null without a limit. The parts add up to the limit, unless the open bids exceed it
 * (business-rules.md#exposure).
 */
export function limitParts({ client, overbidYen = 0 }: Pick<ClientView, 'client' | 'overbidYen'>) {
  if (client.creditLimitYen === UNLIMITED || !client.flags.creditLimitCheck) return null;
  const limitYen = client.balanceYen + client.creditLimitYen;
  const leftYen = limitYen - client.exposureYen;
  const keptYen = Math.max(0, Math.min(overbidYen, leftYen));
  return {
    limitYen,
    reservedYen: client.exposureYen,
    keptYen,
    freeYen: Math.max(0, leftYen - keptYen),
    shortYen: Math.max(0, -leftYen),
  };
}

/** First what a manager came for: what the client can still bid, and how it comes about. */
export function ClientMoney({ view, committed }: { view: ClientView; committed: readonly CommittedBid[] | undefined }) {
  const parts = limitParts(view);
  if (!parts) {
    return (
      <section className={`panel ${css.money}`} aria-label={t('users.money.free')}>
        <div>
          <span className="quiet">{t('users.money.free')}</span>
          <b className={css.figure}>{t('Common.Any')}</b>
        </div>
        <p className="quiet">
          {t('users.money.reserved')} <Money yen={view.client.exposureYen} />
        </p>
        {committed && <HowCounted committed={committed} />}
      </section>
    );
  }
  const { limitYen, reservedYen, keptYen, freeYen, shortYen } = parts;
  const share = (yen: number) => ({ width: `${limitYen > 0 ? Math.min(100, (yen / limitYen) * 100) : 0}%` });
  return (
    <section className={`panel ${css.money}`} aria-label={t('users.money.free')}>
      <div>
        <span className="quiet">{t(shortYen > 0 ? 'users.money.short' : 'users.money.free')}</span>
        <b className={css.figure} data-tone={shortYen > 0 ? 'red' : undefined}>
          <Money yen={shortYen > 0 ? shortYen : freeYen} />
        </b>
        <span className="quiet small">{t('users.money.alone')}</span>
      </div>
      <div>
        <p>
          {t('users.card.balance')} <Balance yen={view.client.balanceYen} /> + {t('users.money.credit')}{' '}
          <Money yen={view.client.creditLimitYen} /> ={' '}
          <b>
            <Money yen={limitYen} />
          </b>
        </p>
        <div className={css.bar} aria-hidden>
          <i data-part="reserved" style={share(reservedYen)} />
          <i data-part="kept" style={share(keptYen)} />
          <i data-part="free" style={share(freeYen)} />
        </div>
        <ul className={css.parts}>
          <Part part="reserved" text={t('users.money.reserved')} yen={reservedYen} />
          <Part part="kept" text={t('users.money.kept')} yen={keptYen} />
          <Part part="free" text={t('users.money.freeShort')} yen={freeYen} />
        </ul>
        {committed && <HowCounted committed={committed} />}
      </div>
    </section>
  );
}

const HowCounted = ({ committed }: { committed: readonly CommittedBid[] }) => (
  <details className={css.how}>
    <summary className={`finger-link ${fold.line}`}>{t('users.money.how')}</summary>
    <CommittedSum committed={committed} />
  </details>
);

const Part = ({ part, text, yen }: { part: string; text: string; yen: number }) => (
  <li>
    <i data-part={part} aria-hidden /> {text}{' '}
    <b>
      <Money yen={yen} />
    </b>
  </li>
);
