import { TextInput } from '@mantine/core';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { Alert } from '@seri/contract/searches/routes.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { AlertChoice } from './alert-choice.tsx';
import { useSaveSearch } from './queries.ts';
import css from './searches.module.css';

interface SaveSearchProps {
  pageType: PageType;
  draft: { params: string; title: string };
  onCancel: () => void;
  /** Called if the limit had been reached meanwhile. */
  onFull: () => void;
  onSaved: (title: string) => void;
}

/** Maximum title length on the server. */
export const TITLE_LENGTH = 120;

export function SaveSearch({ pageType, draft, onCancel, onFull, onSaved }: SaveSearchProps) {
  const [title, setTitle] = useState(draft.title.slice(0, TITLE_LENGTH));
  const [alert, setAlert] = useState<Alert>('off');
  const save = useSaveSearch(pageType);
  const trimmedTitle = title.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmedTitle === '' || save.isPending) return;
    save.mutate(
      { title: trimmedTitle, params: draft.params, alert },
      {
        onSuccess: () => onSaved(trimmedTitle),
        onError: (error) => error instanceof ApiError && error.code === 'Search.Limit' && onFull(),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        label={t('searches.title')}
        value={title}
        maxLength={TITLE_LENGTH}
        autoComplete="off"
        error={trimmedTitle === '' && t('Errors.Required')}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <AlertChoice value={alert} onChange={setAlert} />
      {save.isError && <FormAlert>{errorText(save.error)}</FormAlert>}
      <div className={css.actions}>
        <ActionButton kind="plain" size="md" onClick={onCancel} disabled={save.isPending}>
          {t('ui.cancel')}
        </ActionButton>
        <ActionButton
          type="submit"
          size="md"
          className={css.main}
          loading={save.isPending}
          disabled={trimmedTitle === ''}
        >
          {t('searches.saveNow')}
        </ActionButton>
      </div>
    </form>
  );
}
