import { Checkbox, TextInput } from '@mantine/core';
import { PAYMENT_METHODS, type Party } from '@seri/contract/purchases/parties.ts';
import { clearNotifyParty, updateConsignee, updateNotifyParty } from '@seri/contract/purchases/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { useCheckedForm } from '../shell/api/use-checked-form.ts';
import { countriesQuery } from '../shell/countries.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { checkParty, fieldsOf, type PartyFields, type PartyKind, toForm } from './party-fields.ts';
import css from './party-form.module.css';
import { type PurchaseDetails, purchaseQueries } from './queries.ts';

interface PartyFormProps {
  kind: PartyKind;
  carId: string;
  consignee: Party;
  notifyParty: PurchaseDetails['notifyParty'];
  onSaved: () => Promise<void>;
}

const INPUTS = [
  { name: 'fullName', max: 120, complete: 'name' },
  { name: 'address', max: 200, complete: 'street-address' },
  { name: 'port', max: 60, complete: 'off' },
  { name: 'telephone', max: 40, complete: 'tel' },
  { name: 'email', max: 254, complete: 'email' },
] as const;

export function PartyForm({ kind, carId, consignee, notifyParty, onSaved }: PartyFormProps) {
  const countries = useQuery(countriesQuery).data ?? [];
  const saved = useQuery(purchaseQueries.addresses()).data?.items ?? [];
  const isNotify = kind === 'notifyParty';
  const known = notifyParty.sameAsConsignee ? null : notifyParty;
  const form = useCheckedForm<PartyFields, unknown>({
    name: 'party',
    initial: { same: isNotify && known === null, ...fieldsOf(isNotify ? known : consignee) },
    check: checkParty,
    onBlur: true,
    send: async (fields) => {
      if (fields.same) return call(clearNotifyParty, { body: { id: carId } });
      const body = { id: carId, ...toForm(fields) };
      return isNotify ? call(updateNotifyParty, { body }) : call(updateConsignee, { body });
    },
    onDone: () => void onSaved(),
  });
  const take = (id: string | null) => {
    const entry = saved.find(({ value }) => String(value) === id);
    const fields = fieldsOf(entry ?? null);
    for (const name of Object.keys(fields) as (keyof typeof fields)[]) form.setValue(name, fields[name]);
  };
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      {isNotify && <Checkbox {...form.field('same', { type: 'checkbox' })} label={t('purchases.notifyParty.isSame')} />}
      {!form.values.same && (
        <>
          {saved.length > 0 && (
            <ChoiceField
              label={t('purchases.party.saved')}
              placeholder={t('purchases.party.choose')}
              data={saved.map(({ value, fullName, port }) => ({ value: String(value), label: `${fullName}, ${port}` }))}
              onChange={take}
            />
          )}
          {INPUTS.map(({ name, max, complete }) => (
            <TextInput
              key={name}
              {...form.field(name)}
              label={t(`purchases.party.${name}`)}
              required
              autoComplete={complete}
              maxLength={max}
            />
          ))}
          <ChoiceField
            {...form.field('countryId')}
            label={t('purchases.party.country')}
            required
            data={countries.map(({ value, label }) => ({ value: String(value), label }))}
            autoComplete="off"
          />
          <TextInput {...form.field('document')} label={t('purchases.party.document')} maxLength={80} />
          <ChoiceField
            {...form.field('paymentMethod')}
            label={t('purchases.party.paymentMethod')}
            allowDeselect={false}
            data={PAYMENT_METHODS.map((value) => ({ value, label: t(`purchases.payment.${value}`) }))}
          />
        </>
      )}
      <ActionButton size="md" {...form.submitButton}>
        {t('purchases.party.save')}
      </ActionButton>
    </form>
  );
}
