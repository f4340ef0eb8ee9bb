import { TextInput } from '@mantine/core';
import { FILTER_TITLE_LENGTH, type SavedFilter } from '@seri/contract/bids/filter-routes.ts';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { listQueries, useDeleteFilter, useSaveFilter } from '../core/list-queries.ts';
import css from './list-filters.module.css';

interface SavedFiltersProps {
  /** Current filter as a query string; empty if nothing is set. */
  params: string;
  onApply: (params: string) => void;
}

/** A manager's saved filters; pressing one replaces the current filter. */
export function SavedFilters(props: SavedFiltersProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton bordered name={t('bids.saved.title')} onClick={() => setOpened(true)}>
        <IconBookmark size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <Dialog opened={opened} title={t('bids.saved.title')} onClose={() => setOpened(false)}>
        <SavedList {...props} onClose={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function SavedList({ params, onApply, onClose }: SavedFiltersProps & { onClose: () => void }) {
  const { data: filters, error } = useQuery(listQueries.savedFilters);
  const remove = useDeleteFilter();
  const failure = error ?? remove.error;
  const apply = (filter: SavedFilter) => {
    onApply(filter.params);
    onClose();
  };
  return (
    <>
      {failure && <FormAlert>{errorText(failure)}</FormAlert>}
      {filters?.length === 0 && <p className="quiet">{t('bids.saved.none')}</p>}
      <ul className={css.saved}>
        {filters?.map((filter) => (
          <li key={filter.id}>
            <button type="button" onClick={() => apply(filter)}>
              {filter.title}
            </button>
            <IconButton
              name={t('bids.saved.delete', { title: filter.title })}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: filter.id })}
            >
              <IconTrash size={20} stroke={1.5} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {params === '' ? <p className="quiet small">{t('bids.saved.nothingSet')}</p> : <SaveForm params={params} />}
    </>
  );
}

function SaveForm({ params }: { params: string }) {
  const [title, setTitle] = useState('');
  const save = useSaveFilter();
  const newTitle = title.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (newTitle !== '' && !save.isPending) save.mutate({ title: newTitle, params }, { onSuccess: () => setTitle('') });
  };
  return (
    <form className={css.save} onSubmit={submit} noValidate>
      <TextInput
        label={t('bids.saved.name')}
        value={title}
        maxLength={FILTER_TITLE_LENGTH}
        autoComplete="off"
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {save.error && <FormAlert>{errorText(save.error)}</FormAlert>}
      <ActionButton type="submit" size="md" loading={save.isPending} disabled={newTitle === ''}>
        {t('bids.saved.save')}
      </ActionButton>
    </form>
  );
}
