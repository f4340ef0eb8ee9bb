import { Switch, Textarea, TextInput } from '@mantine/core';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type ClientView, changeClient } from '@seri/contract/users/client-routes.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import css from './client.module.css';
import { onOff } from './client-texts.ts';

type Options = ClientView['managers'];
const choices = (options: Options) => options.map(({ value, label }) => ({ value: String(value), label }));
const nameOf = (options: Options, id: number | null): string =>
  options.find(({ value }) => value === id)?.label ?? t('users.clients.nobody');

/** The client's manager and service settings. */
export function ClientCare({ view, decide }: { view: ClientView; decide: Decide | null }) {
  const { client, managers, dealers } = view;
  const { userId, name } = client;
  const title = t('users.clients.askCare', { name });
  const assigneeSelect = (key: 'managerId' | 'dealerId', label: string, options: Options) => (
    <ChoiceField
      label={label}
      placeholder={t('users.clients.nobody')}
      disabled={!decide}
      clearable
      clearButtonProps={{ 'aria-label': t('users.clients.nobody') }}
      data={choices(options)}
      value={client[key] === null ? null : String(client[key])}
      onChange={(chosen) => {
        const id = chosen === null ? null : Number(chosen);
        if (id === client[key]) return;
        decide?.(
          changeClient,
          { userId, [key]: id },
          { title, changes: [{ label, from: nameOf(options, client[key]), to: nameOf(options, id) }] },
        );
      }}
    />
  );
  return (
    <section className="panel" aria-labelledby="client-care">
      <h2 id="client-care">{t('users.clients.care')}</h2>
      <div className={css.form}>
        {assigneeSelect('managerId', t('users.clients.manager'), managers)}
        {client.roleId !== ROLE.dealer && assigneeSelect('dealerId', t('users.card.dealer'), dealers)}
        <Switch
          size="md"
          label={t('users.clients.autobid')}
          disabled={!decide || (client.roleId === ROLE.troublesome && !client.autobid)}
          checked={client.autobid}
          onChange={(event) => {
            const autobid = event.currentTarget.checked;
            const label = t('users.clients.autobid');
            decide?.(
              changeClient,
              { userId, autobid },
              { title, changes: [{ label, from: onOff(!autobid), to: onOff(autobid) }] },
            );
          }}
        />
        <EditableText
          key={`note ${client.note ?? ''}`}
          saved={client.note}
          label={t('users.card.note')}
          maxLength={2_000}
          isLong
          onSave={
            decide && ((note) => decide(changeClient, { userId, note }, { title, note: t('users.clients.noteNote') }))
          }
        />
        <EditableText
          key={`link ${client.invoiceLink ?? ''}`}
          saved={client.invoiceLink}
          label={t('users.clients.invoiceLink')}
          maxLength={500}
          onSave={
            decide &&
            ((invoiceLink) =>
              decide(changeClient, { userId, invoiceLink }, { title, note: t('users.clients.invoiceNote') }))
          }
        />
      </div>
    </section>
  );
}

interface EditableTextProps {
  saved: string | null;
  label: string;
  maxLength: number;
  isLong?: boolean;
  onSave: ((text: string | null) => void) | null;
}

function EditableText({ saved, label, maxLength, isLong = false, onSave }: EditableTextProps) {
  const [text, setText] = useState(saved ?? '');
  const isChanged = text.trim() !== (saved ?? '');
  const field = {
    label,
    maxLength,
    readOnly: !onSave,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  } as const;
  return (
    <div className={css.editable}>
      {isLong ? <Textarea {...field} autosize minRows={2} maxRows={8} /> : <TextInput {...field} inputMode="url" />}
      {onSave && isChanged && (
        <div className={css.actions}>
          <ActionButton onClick={() => onSave(text.trim() || null)}>{t('users.save')}</ActionButton>
          <ActionButton kind="plain" onClick={() => setText(saved ?? '')}>
            {t('users.discard')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
