import { TextInput } from '@mantine/core';
import { setPurchaseShipping } from '@seri/contract/purchases/manager-routes.ts';
import { type ShippingChange, shippingChange } from '@seri/contract/purchases/shipping.ts';
import { type FormEvent, useState } from 'react';
import { japanFullDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { DayField } from '../../ui/forms/day-field.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import type { PurchaseDetails } from '../queries.ts';
import css from './purchase-editor.module.css';

type Logistics = PurchaseDetails['logistics'];

const NAMES = [
  { name: 'stockYard', text: 'purchases.manager.yard', max: 80 },
  { name: 'exportPort', text: 'purchases.row.from', max: 60 },
  { name: 'destination', text: 'purchases.row.to', max: 60 },
  { name: 'dischargePort', text: 'purchases.row.discharge', max: 60 },
  { name: 'shippingLine', text: 'purchases.row.line', max: 80 },
  { name: 'vessel', text: 'purchases.manager.vessel', max: 80 },
  { name: 'voyage', text: 'purchases.manager.voyage', max: 40 },
] as const;
const DAYS = [
  { name: 'yardArrivalEta', text: 'purchases.manager.yardDay' },
  { name: 'etd', text: 'purchases.row.etd' },
  { name: 'eta', text: 'purchases.row.eta' },
] as const;
const FIELDS = [...NAMES, ...DAYS];
type Name = (typeof FIELDS)[number]['name'];
type Typed = Record<Name, string>;

const isDayName = (name: Name): boolean => DAYS.some((day) => day.name === name);
const shown = (name: Name, value: string | null): string => {
  if (!value) return '–';
  return isDayName(name) ? japanFullDate(value) : value;
};

interface ShippingEditorProps {
  purchaseId: number;
  logistics: Logistics;
  decide: Decide | null;
}

/** Yard, ports, ship and dates; the client is notified of changed departure and arrival dates. */
export function ShippingEditor({ purchaseId, logistics, decide }: ShippingEditorProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className="panel" aria-labelledby="editor-shipping">
      <div className={css.partHead}>
        <h2 id="editor-shipping">{t('purchases.shipping')}</h2>
        {decide && !isEditing && (
          <ActionButton kind="plain" onClick={() => setEditing(true)}>
            {t('purchases.manager.changeShipping')}
          </ActionButton>
        )}
      </div>
      {decide && isEditing ? (
        <ShippingForm purchaseId={purchaseId} logistics={logistics} decide={decide} onClose={() => setEditing(false)} />
      ) : (
        <DataList>
          {FIELDS.map(({ name, text }) => (
            <DataRow key={name} label={t(text)}>
              {shown(name, logistics[name])}
            </DataRow>
          ))}
        </DataList>
      )}
    </section>
  );
}

interface ShippingFormProps extends ShippingEditorProps {
  decide: Decide;
  onClose: () => void;
}

function ShippingForm({ purchaseId, logistics, decide, onClose }: ShippingFormProps) {
  const [typed, setTyped] = useState<Typed>(
    () => Object.fromEntries(FIELDS.map(({ name }) => [name, logistics[name] ?? ''])) as Typed,
  );
  const [wrong, setWrong] = useState<Partial<Record<Name, boolean>>>({});
  // Keep the message until the next save: removing it when a field loses focus would move the button under the pointer.
  const [isMisordered, setMisordered] = useState(false);
  const changed = FIELDS.filter(({ name }) => typed[name].trim() !== (logistics[name] ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWrong = typed.etd !== '' && typed.eta !== '' && typed.eta < typed.etd;
    setMisordered(isWrong);
    if (isWrong || Object.values(wrong).some(Boolean)) return;
    if (changed.length === 0) return onClose();
    const change: ShippingChange = shippingChange.parse(
      Object.fromEntries(changed.map(({ name }) => [name, typed[name].trim() || null])),
    );
    const isNotified = changed.some(({ name }) => name === 'etd' || name === 'eta');
    decide(
      setPurchaseShipping,
      { purchaseId, ...change },
      {
        title: t('purchases.manager.askShipping'),
        changes: changed.map(({ name, text }) => ({
          label: t(text),
          from: shown(name, logistics[name]),
          to: shown(name, typed[name].trim()),
        })),
        note: t(isNotified ? 'purchases.manager.datesTold' : 'purchases.manager.notTold'),
        onDone: onClose,
      },
    );
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={t('purchases.manager.changeShipping')}>
      {NAMES.map(({ name, text, max }) => (
        <TextInput
          key={name}
          label={t(text)}
          maxLength={max}
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <div className={css.days}>
        {DAYS.map(({ name, text }) => (
          <DayField
            key={name}
            label={t(text)}
            invalid={t('Errors.Invalid')}
            value={typed[name] || undefined}
            onWrong={(isWrong) => setWrong((before) => ({ ...before, [name]: isWrong }))}
            onChange={(day) => setTyped((before) => ({ ...before, [name]: day ?? '' }))}
          />
        ))}
      </div>
      {isMisordered && (
        <p role="alert" className={css.problem}>
          {t('Error.Purchase.DateOrder')}
        </p>
      )}
      <FormButtons submit={t('users.save')} onCancel={onClose} />
    </form>
  );
}
