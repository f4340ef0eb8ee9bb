import type { Decision } from '@seri/contract/users/client-routes.ts';
import { orAny, yen } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import css from './client.module.css';
import { flagText, onOff, roleText } from './client-words.ts';

/** Decisions about the client with their authors. */
export function ClientDecisions({ decisions }: { decisions: readonly Decision[] }) {
  return (
    <section className="panel" aria-labelledby="client-decisions">
      <h2 id="client-decisions">{t('users.clients.decisions')}</h2>
      {decisions.length === 0 && <p className={css.empty}>{t('users.clients.noDecisions')}</p>}
      <ul className={css.decisions}>
        {decisions.map((decision) => (
          <li key={`${decision.at} ${decision.event}`}>
            <span className="quiet small">
              <JapanTime at={decision.at} shape="full" zone />
              {' · '}
              {decision.by ?? t('users.clients.operator')}
            </span>
            <span>
              {[textOf(`users.decision.${decision.event}`, 'users.decision.other'), ...changesOf(decision)].join(': ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LIMIT_TEXT = {
  creditLimitYen: 'users.creditLimit',
  dailyBidLimit: 'users.dailyBidLimit',
  dailyUssLimit: 'users.dailyUssLimit',
} as const;

/** Changed values in one line; none for fields that name people. */
function changesOf({ event, before, after }: Decision): string[] {
  if (!after) return [];
  if (event === 'role' || event === 'created') {
    const from = before ? `${roleText(Number(before.roleId))} → ` : '';
    return [`${from}${roleText(Number(after.roleId))}`];
  }
  const keys = Object.keys(after).filter((key) => before?.[key] !== after[key]);
  const lines = keys.flatMap((key) => lineOf(event, key, before?.[key], after[key]));
  return lines.length > 0 ? [lines.join(', ')] : [];
}

function lineOf(event: string, key: string, from: unknown, to: unknown): string[] {
  if (event === 'limits' && key in LIMIT_TEXT) {
    const limit = key as keyof typeof LIMIT_TEXT;
    const shown = (value: unknown) => orAny(Number(value), limit === 'creditLimitYen' ? yen : undefined);
    return [`${t(LIMIT_TEXT[limit])} ${shown(from)} → ${shown(to)}`];
  }
  if (event === 'permissions') return [`${flagText(key)} ${onOff(to === true)}`];
  if (typeof to === 'boolean') return [onOff(to)];
  return [];
}
