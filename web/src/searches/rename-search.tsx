import { TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { TITLE_LENGTH } from './save-search.tsx';
import css from './searches.module.css';

interface RenameSearchProps {
  title: string;
  pending: boolean;
  onSave: (title: string) => void;
  onCancel: () => void;
}

/** Enter saves a title that is neither empty nor unchanged; Escape discards. */
export function RenameSearch({ title, pending, onSave, onCancel }: RenameSearchProps) {
  const [typed, setTyped] = useState(title);
  const wanted = typed.trim();
  const canSave = wanted !== '' && wanted !== title && !pending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave(wanted);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !pending) onCancel();
  };
  return (
    <form className={css.rename} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        size="md"
        aria-label={t('searches.title')}
        value={typed}
        maxLength={TITLE_LENGTH}
        autoComplete="off"
        error={wanted === '' && t('Errors.Required')}
        // Escape is for the field; keep the surrounding window open.
        data-mantine-stop-propagation="true"
        onKeyDown={leave}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ActionButton kind="plain" size="md" onClick={onCancel} disabled={pending}>
        {t('ui.cancel')}
      </ActionButton>
      <ActionButton type="submit" size="md" loading={pending} disabled={!canSave && !pending}>
        {t('searches.saveNow')}
      </ActionButton>
    </form>
  );
}
