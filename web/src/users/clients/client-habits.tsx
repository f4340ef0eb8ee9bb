import type { ClientHabits } from '@seri/contract/users/client-figures-routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import css from './client-habits.module.css';

/** How a client has bid lately. */
export function Habits({ habits }: { habits: ClientHabits }) {
  const { days, bids, ran, won, ofLikelyPercent, changedAfterAccepted, payable, paidOnTime } = habits;
  const facts = [
    [t('users.habits.won'), ran === 0 ? '–' : t('users.habits.wonOf', { won, count: ran })],
    [
      t('users.habits.bidsAt'),
      ofLikelyPercent === null ? '–' : t('users.habits.ofLikely', { percent: ofLikelyPercent }),
    ],
    [t('users.habits.changed'), String(changedAfterAccepted)],
    [t('users.habits.paid'), payable === 0 ? '–' : t('users.habits.paidOf', { paid: paidOnTime, count: payable })],
  ] as const;
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="client-habits">
      <div className={css.head}>
        <h2 id="client-habits">{t('users.habits.title')}</h2>
        <span className="quiet small">{t('users.habits.since', { days, count: bids })}</span>
      </div>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="quiet small">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
