import { Switch, Textarea, TextInput } from '@mantine/core';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type ClientView, changeClient } from '@seri/contract/users/client-routes.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import type { Ask } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import css from './client.module.css';
import { onOff } from './client-words.ts';

type Options = ClientView['managers'];
const choices = (options: Options) => options.map(({ value, label }) => ({ value: String(value), label }));
const nameOf = (options: Options, id: number | null): string =>
  options.find(({ value }) => value === id)?.label ?? t('users.clients.nobody');

/** The client's manager and service settings. */
export function ClientCare({ view, ask }: { view: ClientView; ask: Ask | null }) {
  const { client, managers, dealers } = view;
  const { userId, name } = client;
  const title = t('users.clients.askCare', { name });
  const keeper = (key: 'managerId' | 'dealerId', label: string, options: Options) => (
    <ChoiceField
      label={label}
      placeholder={t('users.clients.nobody')}
      disabled={!ask}
      clearable
      clearButtonProps={{ 'aria-label': t('users.clients.nobody') }}
      data={choices(options)}
      value={client[key] === null ? null : String(client[key])}
      onChange={(chosen) => {
        const id = chosen === null ? null : Number(chosen);
        if (id === client[key]) return;
        ask?.(
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
        {keeper('managerId', t('users.clients.manager'), managers)}
        {client.roleId !== ROLE.dealer && keeper('dealerId', t('users.card.dealer'), dealers)}
        <Switch
          size="md"
          label={t('users.clients.autobid')}
          disabled={!ask || (client.roleId === ROLE.troublesome && !client.autobid)}
          checked={client.autobid}
          onChange={(event) => {
            const autobid = event.currentTarget.checked;
            const label = t('users.clients.autobid');
            ask?.(
              changeClient,
              { userId, autobid },
              { title, changes: [{ label, from: onOff(!autobid), to: onOff(autobid) }] },
            );
          }}
        />
        <KeptText
          key={`note ${client.note ?? ''}`}
          kept={client.note}
          label={t('users.card.note')}
          maxLength={2_000}
          isLong
          onSave={ask && ((note) => ask(changeClient, { userId, note }, { title, note: t('users.clients.noteNote') }))}
        />
        <KeptText
          key={`link ${client.invoiceLink ?? ''}`}
          kept={client.invoiceLink}
          label={t('users.clients.invoiceLink')}
          maxLength={500}
          onSave={
            ask &&
            ((invoiceLink) =>
              ask(changeClient, { userId, invoiceLink }, { title, note: t('users.clients.invoiceNote') }))
          }
        />
      </div>
    </section>
  );
}

interface KeptTextProps {
  kept: string | null;
  label: string;
  maxLength: number;
  isLong?: boolean;
  onSave: ((text: string | null) => void) | null;
}

function KeptText({ kept, label, maxLength, isLong = false, onSave }: KeptTextProps) {
  const [text, setText] = useState(kept ?? '');
  const isChanged = text.trim() !== (kept ?? '');
  const field = {
    size: 'md',
    label,
    maxLength,
    readOnly: !onSave,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  } as const;
  return (
    <div className={css.kept}>
      {isLong ? <Textarea {...field} autosize minRows={2} maxRows={8} /> : <TextInput {...field} inputMode="url" />}
      {onSave && isChanged && (
        <div className={css.actions}>
          <ActionButton onClick={() => onSave(text.trim() || null)}>{t('users.save')}</ActionButton>
          <ActionButton kind="plain" onClick={() => setText(kept ?? '')}>
            {t('users.discard')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
