import { TextInput } from '@mantine/core';
import { BOOKED_KINDS, type BookedKind } from '@seri/contract/payments/bookings.ts';
import { bookMoney } from '@seri/contract/payments/manager-routes.ts';
import type { Client } from '@seri/contract/users/client-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { newKey } from '../shell/api/idempotent-mutation.ts';
import { groupThousands, yen } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import type { Decide } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { FormButtons } from '../ui/forms/form-buttons.tsx';
import { numberOf } from '../ui/theme/number-text.ts';
import css from './deposits.module.css';
import { kindText } from './manager-labels.tsx';
import { paymentManagerQueries } from './manager-queries.ts';

interface BookPartProps {
  client: Client;
  decide: Decide;
}

const MAX_YEN = 999_999_999;
const MAX_TEXT_LENGTH = 200;
const ADDS: readonly BookedKind[] = ['deposit', 'remittance'];

/** Books money for a client. Each opened form has one idempotency key for all retries. */
export function BookPart({ client, decide }: BookPartProps) {
  const [key, setKey] = useState<string | null>(null);
  return (
    <section className={`panel ${css.part}`} aria-labelledby="money-book">
      <h2 id="money-book">{t('payments.manager.booking')}</h2>
      {key === null ? (
        <ActionButton onClick={() => setKey(newKey())}>{t('payments.manager.open')}</ActionButton>
      ) : (
        <BookForm key={key} bookingKey={key} client={client} decide={decide} onClose={() => setKey(null)} />
      )}
    </section>
  );
}

function BookForm({
  bookingKey,
  client,
  decide,
  onClose,
}: BookPartProps & { bookingKey: string; onClose: () => void }) {
  const [kind, setKind] = useState<BookedKind>('deposit');
  const [typedYen, setYen] = useState(0);
  const [sign, setSign] = useState<'add' | 'take'>('add');
  const [description, setDescription] = useState('');
  const [purchase, setPurchase] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const amount = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLInputElement>(null);
  const cars = useQuery(paymentManagerQueries.cars(client.userId)).data?.items ?? [];
  const adds = kind === 'correction' ? sign === 'add' : ADDS.includes(kind);
  const wrongYen =
    typedYen === 0
      ? t('Errors.Required')
      : typedYen > MAX_YEN && t('users.clients.tooMuch', { most: groupThousands(MAX_YEN) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (wrongYen) return amount.current?.focus();
    if (description.trim() === '') return text.current?.focus();
    const amountYen = kind === 'correction' && sign === 'take' ? -typedYen : typedYen;
    const purchaseId = purchase === null ? null : Number(purchase);
    const after = client.balanceYen + (adds ? typedYen : -typedYen);
    decide(
      bookMoney,
      { userId: client.userId, kind, amountYen, description: description.trim(), purchaseId, key: bookingKey },
      {
        title: t('payments.manager.askBook', {
          kind: kindText(kind),
          amount: groupThousands(amountYen),
          name: client.name,
          code: client.clientId,
        }),
        confirm: t('payments.manager.book'),
        changes: [{ label: t('payments.balance'), from: yen(client.balanceYen), to: yen(after) }],
        note: t('payments.manager.bookNote'),
        onDone: onClose,
      },
    );
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={t('payments.manager.booking')}>
      <ChoiceField
        label={t('payments.manager.kind')}
        searchable={false}
        allowDeselect={false}
        data={BOOKED_KINDS.map((value) => ({ value, label: kindText(value) }))}
        value={kind}
        onChange={(value) => setKind(BOOKED_KINDS.find((known) => known === value) ?? kind)}
      />
      {kind === 'correction' && (
        <Segmented
          name={t('payments.manager.sign')}
          value={sign}
          options={[
            { value: 'add', label: t('payments.manager.add') },
            { value: 'take', label: t('payments.manager.take') },
          ]}
          onChange={setSign}
        />
      )}
      <TextInput
        ref={amount}
        label={t('payments.manager.amount')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={13}
        value={typedYen === 0 ? '' : groupThousands(typedYen)}
        error={isSubmitted && wrongYen}
        onChange={(event) => setYen(numberOf(event.currentTarget.value))}
      />
      <TextInput
        ref={text}
        label={t('payments.manager.text')}
        description={t('payments.manager.textNote')}
        required
        maxLength={MAX_TEXT_LENGTH}
        value={description}
        error={isSubmitted && description.trim() === '' && t('Errors.Required')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {cars.length > 0 && (
        <ChoiceField
          label={t('payments.manager.car')}
          placeholder={t('payments.manager.noCar')}
          clearable
          clearButtonProps={{ 'aria-label': t('payments.manager.noCar') }}
          data={cars.map((car) => ({
            value: String(car.purchaseId),
            label: [`P${car.purchaseId}`, car.title, car.chassis].filter(Boolean).join(' · '),
          }))}
          value={purchase}
          onChange={setPurchase}
        />
      )}
      <FormButtons submit={t('payments.manager.book')} onCancel={onClose} />
    </form>
  );
}
