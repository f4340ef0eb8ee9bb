import { TextInput } from '@mantine/core';
import type { SavedSearch } from '@seri/contract/searches/routes.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { paths } from '../app/paths.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { parseSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { AlertChoice } from './alert-choice.tsx';
import { useDeleteSearch, useUpdateSearch } from './queries.ts';
import { TITLE_LENGTH } from './save-search.tsx';
import css from './searches.module.css';

interface SearchRowProps {
  search: SavedSearch;
  /** In a sheet, whose own history entry then becomes the list. */
  replaces: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

/** A saved search: its title opens it; rename, delete and alerts work in place. */
export function SearchRow({ search, replaces, onOpen, onDeleted }: SearchRowProps) {
  const { id, title, params, type } = search;
  const [mode, setMode] = useState<'shown' | 'renaming' | 'leaving'>('shown');
  const rename = useRef<HTMLButtonElement>(null);
  const update = useUpdateSearch(type);
  const removal = useDeleteSearch(type);
  const failure = update.error ?? removal.error;
  const target = { ...paths.listing(type), search: parseSearch(params) } as LinkProps;
  const show = () => {
    setMode('shown');
    requestAnimationFrame(() => rename.current?.focus());
  };
  return (
    <li className={css.search}>
      {mode === 'renaming' ? (
        <RenameSearch
          title={title}
          pending={update.isPending}
          onSave={(changed) => update.mutate({ id, title: changed }, { onSuccess: show })}
          onCancel={show}
        />
      ) : (
        <div className={css.head}>
          <Link {...target} replace={replaces} className={css.title} onClick={onOpen}>
            {title}
          </Link>
          <IconButton ref={rename} name={t('searches.rename', { title })} onClick={() => setMode('renaming')}>
            <IconPencil size={20} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton name={t('searches.delete', { title })} onClick={() => setMode('leaving')}>
            <IconTrash size={20} stroke={1.5} aria-hidden />
          </IconButton>
        </div>
      )}
      {mode === 'leaving' ? (
        <fieldset className={css.leaving} aria-label={t('searches.delete', { title })}>
          <p>{t('searches.deleteText')}</p>
          <ActionButton autoFocus kind="plain" onClick={show} disabled={removal.isPending}>
            {t('ui.cancel')}
          </ActionButton>
          <ActionButton loading={removal.isPending} onClick={() => removal.mutate(id, { onSuccess: onDeleted })}>
            {t('searches.deleteNow')}
          </ActionButton>
        </fieldset>
      ) : (
        <AlertChoice
          of={title}
          value={(update.isPending && update.variables.alert) || search.alert}
          onChange={(alert) => update.mutate({ id, alert })}
        />
      )}
      {failure && (
        <p className={css.failed} role="alert">
          {errorText(failure)}
        </p>
      )}
    </li>
  );
}

interface RenameSearchProps {
  title: string;
  pending: boolean;
  onSave: (title: string) => void;
  onCancel: () => void;
}

/** Enter saves a title that is neither empty nor unchanged; Escape discards. */
function RenameSearch({ title, pending, onSave, onCancel }: RenameSearchProps) {
  const [typed, setTyped] = useState(title);
  const newTitle = typed.trim();
  const canSave = newTitle !== '' && newTitle !== title && !pending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave(newTitle);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !pending) onCancel();
  };
  return (
    <form className={css.rename} onSubmit={submit} noValidate>
      <TextInput
        autoFocus
        aria-label={t('searches.title')}
        value={typed}
        maxLength={TITLE_LENGTH}
        autoComplete="off"
        error={newTitle === '' && t('Errors.Required')}
        // Escape is for the field; keep the surrounding window open.
        data-mantine-stop-propagation="true"
        onKeyDown={cancel}
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
