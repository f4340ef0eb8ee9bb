import { TextInput } from '@mantine/core';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import type { CommittedBid } from '@seri/contract/users/client-figures-routes.ts';
import { type Client, setClientLimits } from '@seri/contract/users/client-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { groupThousands, numberOf } from '../../ui/theme/number-text.ts';
import css from './client.module.css';
import { limitParts } from './client-money.tsx';
import { clientQueries } from './client-queries.ts';

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

interface LimitsProps {
  client: Client;
  overbidYen: number | undefined;
  /** Open bids, once they are known. */
  committed: readonly CommittedBid[] | undefined;
  mayDecide: boolean;
}

/** The client's limits, each edited in its place. */
export function ClientLimits({ mayDecide, ...props }: LimitsProps) {
  return (
    <section className="panel" aria-labelledby="client-limits">
      <div className={css.head}>
        <h2 id="client-limits">{t('users.clients.limits')}</h2>
        {mayDecide && <span className="quiet small">{t('users.clients.limitsKeys')}</span>}
      </div>
      {LIMITS.map((limit) => (
        <LimitField key={limit} limit={limit} mayDecide={mayDecide} {...props} />
      ))}
    </section>
  );
}

interface FieldProps extends LimitsProps {
  limit: Limit;
}

/** A limit in its field. Once it is changed: its effect, the reason for the change log, and the buttons for touch. */
function LimitField({ limit, client, overbidYen, committed, mayDecide }: FieldProps) {
  const id = useId();
  const saved = client[limit];
  /** Null: the field shows the saved value. */
  const [typed, setTyped] = useState<number | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saving = useIdempotentMutation(setClientLimits);
  const queryClient = useQueryClient();
  const value = typed ?? saved;
  const isChanged = isEmpty || value !== saved;
  const isTooMuch = value > MAX_VALUES[limit];

  const restore = () => {
    setTyped(null);
    setEmpty(false);
    setReason('');
    setReasonMissing(false);
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || isEmpty || isTooMuch || saving.isPending) return;
    if (!reason.trim()) {
      setReasonMissing(true);
      form.current?.querySelector<HTMLInputElement>(`[name="reason"]`)?.focus();
      return;
    }
    saving.mutate(
      { userId: client.userId, [limit]: value, reason: reason.trim() },
      {
        onSuccess: async () => {
          await Promise.all(
            [clientQueries.all, clientQueries.pages].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
          );
          restore();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className={css.limit}
      data-changed={isChanged || undefined}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isChanged) return;
        event.stopPropagation();
        restore();
      }}
      noValidate
      aria-label={t(TEXT[limit])}
    >
      <label htmlFor={id}>{t(TEXT[limit])}</label>
      <TextInput
        id={id}
        className={css.limitField}
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        readOnly={!mayDecide}
        value={isEmpty ? '' : value === UNLIMITED ? t('users.clients.unlimited') : groupThousands(value)}
        rightSection={limit === 'creditLimitYen' && value !== UNLIMITED && !isEmpty ? '¥' : undefined}
        error={
          isTooMuch
            ? t('users.clients.tooMuch', { most: groupThousands(MAX_VALUES[limit]) })
            : isEmpty && t('users.clients.limitEmpty')
        }
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setEmpty(!/\d/.test(text));
          setTyped(numberOf(text));
        }}
      />
      {isChanged && (
        <div className={css.limitChange}>
          {limit === 'creditLimitYen' && !isEmpty && (
            <CreditEffect client={{ ...client, creditLimitYen: value }} overbidYen={overbidYen} committed={committed} />
          )}
          <TextInput
            name="reason"
            label={t('users.clients.reason')}
            maxLength={200}
            autoComplete="off"
            value={reason}
            error={isReasonMissing && t('users.clients.reasonMissing')}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setReasonMissing(false);
            }}
          />
          {saving.error && <FormAlert>{errorText(saving.error)}</FormAlert>}
          <div className={css.limitButtons}>
            <ActionButton type="submit" size="sm" loading={saving.isPending}>
              {t('users.save')}
            </ActionButton>
            <ActionButton kind="plain" size="sm" onClick={restore}>
              {t('users.discard')}
            </ActionButton>
            {value !== UNLIMITED && (
              <ActionButton
                kind="plain"
                size="sm"
                onClick={() => {
                  setEmpty(false);
                  setTyped(UNLIMITED);
                }}
              >
                {t('users.clients.unlimited')}
              </ActionButton>
            )}
          </div>
        </div>
      )}
    </form>
  );
}

/** The effect of the typed credit limit on the open bids, before it is saved. */
function CreditEffect({
  client,
  overbidYen,
  committed = [],
}: Omit<LimitsProps, 'mayDecide' | 'committed'> & Pick<LimitsProps, 'committed'>) {
  const parts = limitParts({ client, overbidYen });
  if (!parts) return <p className={css.effect}>{t('users.money.noLimit')}</p>;
  if (parts.shortYen === 0)
    return (
      <p className={css.effect} role="status">
        {t('users.money.wouldBeFree', { amount: yen(parts.freeYen) })}
      </p>
    );
  const lots = committed.filter(({ status }) => status === BID_STATUS.new).map(({ lotNo }) => lotNo);
  return (
    <p className={css.effect} data-tone="red" role="status">
      {t('users.money.wouldBeShort', { amount: yen(parts.shortYen) })}
      {lots.length > 0 && ` ${t('users.money.notSent', { count: lots.length, lots: lots.join(', ') })}`}
    </p>
  );
}
