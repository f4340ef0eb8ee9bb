import { Checkbox, TextInput } from '@mantine/core';
import { UNLIMITED } from '@seri/contract/money.ts';
import { type Client, setClientLimits } from '@seri/contract/users/client-routes.ts';
import { type FormEvent, useId, useState } from 'react';
import { orAny, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { groupThousands, numberOf } from '../../ui/theme/number-text.ts';
import css from './client.module.css';
import { limitParts } from './client-money.tsx';
import { Balance } from './client-rows.tsx';

const LIMITS = ['creditLimitYen', 'dailyBidLimit', 'dailyUssLimit'] as const;
type Limit = (typeof LIMITS)[number];
const MAX_VALUES: Record<Limit, number> = {
  creditLimitYen: 999_999_999,
  dailyBidLimit: 100_000,
  dailyUssLimit: 100_000,
};
const TEXT = {
  creditLimitYen: 'users.creditLimit',
  dailyBidLimit: 'users.dailyBidLimit',
  dailyUssLimit: 'users.dailyUssLimit',
} as const;
const shown = (limit: Limit, value: number): string => orAny(value, limit === 'creditLimitYen' ? yen : groupThousands);

interface ClientLimitsProps {
  client: Client;
  overbidYen: number | undefined;
  decide: Decide | null;
}

/** The client's money and limits. */
export function ClientLimits({ client, overbidYen, decide }: ClientLimitsProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <section className="panel" aria-labelledby="client-limits">
      <div className={css.head}>
        <h2 id="client-limits">{t('users.balance')}</h2>
        {decide && !isEditing && (
          <ActionButton kind="plain" onClick={() => setIsEditing(true)}>
            {t('users.clients.changeLimits')}
          </ActionButton>
        )}
      </div>
      <DataList>
        <DataRow label={t('users.balanceNow')} strong>
          <Balance yen={client.balanceYen} />
        </DataRow>
        <DataRow label={t('users.clients.held')}>
          <Money yen={client.exposureYen} />
        </DataRow>
        {!isEditing &&
          LIMITS.map((limit) => (
            <DataRow key={limit} label={t(TEXT[limit])}>
              {limit === 'creditLimitYen' && client[limit] !== UNLIMITED ? (
                <Money yen={client[limit]} />
              ) : (
                shown(limit, client[limit])
              )}
            </DataRow>
          ))}
      </DataList>
      {decide && isEditing && (
        <LimitForm client={client} overbidYen={overbidYen} decide={decide} onClose={() => setIsEditing(false)} />
      )}
    </section>
  );
}

interface LimitFormProps {
  client: Client;
  overbidYen: number | undefined;
  decide: Decide;
  onClose: () => void;
}

function LimitForm({ client, overbidYen, decide, onClose }: LimitFormProps) {
  const id = useId();
  const [typed, setTyped] = useState<Record<Limit, number>>({
    creditLimitYen: client.creditLimitYen,
    dailyBidLimit: client.dailyBidLimit,
    dailyUssLimit: client.dailyUssLimit,
  });
  const changed = LIMITS.filter((limit) => typed[limit] !== client[limit]);
  const wrong = LIMITS.filter((limit) => typed[limit] > MAX_VALUES[limit]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong.length > 0) return;
    if (changed.length === 0) return onClose();
    const body = { userId: client.userId, ...Object.fromEntries(changed.map((limit) => [limit, typed[limit]])) };
    decide(setClientLimits, body, {
      title: t('users.clients.askLimits', { name: client.name }),
      changes: changed.map((limit) => ({
        label: t(TEXT[limit]),
        from: shown(limit, client[limit]),
        to: shown(limit, typed[limit]),
      })),
      note: t('users.clients.limitsNote'),
      onDone: onClose,
    });
  };
  return (
    <form
      className={css.form}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      noValidate
      aria-label={t('users.clients.changeLimits')}
    >
      {LIMITS.map((limit) => (
        <div key={limit} className={css.limit}>
          <TextInput
            id={`${id}-${limit}`}
            label={t(TEXT[limit])}
            inputMode="numeric"
            autoComplete="off"
            maxLength={13}
            disabled={typed[limit] === UNLIMITED}
            value={typed[limit] === UNLIMITED ? '' : groupThousands(typed[limit])}
            error={wrong.includes(limit) && t('users.clients.tooMuch', { most: groupThousands(MAX_VALUES[limit]) })}
            onChange={(event) => setTyped({ ...typed, [limit]: numberOf(event.currentTarget.value) })}
          />
          {limit === 'creditLimitYen' && typed.creditLimitYen !== client.creditLimitYen && (
            <CreditEffect client={{ ...client, creditLimitYen: typed.creditLimitYen }} overbidYen={overbidYen} />
          )}
          <Checkbox
            label={t('users.clients.unlimited')}
            aria-label={t('users.clients.unlimitedName', { limit: t(TEXT[limit]) })}
            checked={typed[limit] === UNLIMITED}
            onChange={(event) =>
              setTyped({ ...typed, [limit]: event.currentTarget.checked ? UNLIMITED : Math.max(0, client[limit]) })
            }
          />
        </div>
      ))}
      <FormButtons submit={t('users.save')} onCancel={onClose} />
    </form>
  );
}

/** The effect of the typed credit limit on the open bids, before it is saved. */
function CreditEffect({ client, overbidYen }: { client: Client; overbidYen: number | undefined }) {
  const parts = limitParts({ client, overbidYen });
  if (!parts) return null;
  return (
    <p className={css.effect} data-tone={parts.shortYen > 0 ? 'red' : undefined} role="status">
      {parts.shortYen > 0
        ? t('users.money.wouldBeShort', { amount: yen(parts.shortYen) })
        : t('users.money.wouldBeFree', { amount: yen(parts.freeYen) })}
    </p>
  );
}
