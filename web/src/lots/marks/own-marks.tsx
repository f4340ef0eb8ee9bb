import {
  hideLot,
  MAX_OWN_NOTE,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  ownTags,
  saveOwnNote,
  seenLot,
} from '@seri/contract/lots/marks/mark-routes.ts';
import type { LotOwnMarks } from '@seri/contract/lots/marks/own-marks.ts';
import { IconEye, IconEyeOff, IconPencil, IconX } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { callOrKeep, KEPT } from '../../shell/offline/call-or-keep.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import css from './own-marks.module.css';

/** The reader's own note and tags on a lot, and whether their lists leave it out. Opening the page marks it as seen. */
export function OwnMarks({ lotId, own }: { lotId: string; own: LotOwnMarks }) {
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    // Only a mark: without a connection the lot stays unseen.
    call(seenLot, { body: { id: lotId } }).catch(() => {});
  }, [lotId]);
  const hide = useMutation({
    mutationFn: (hidden: boolean) => callOrKeep(client, `hidden.${lotId}`, hideLot, { body: { id: lotId, hidden } }),
    onSuccess: (result, hidden) => showMarks(client, lotId, { hidden }, result),
  });
  const Eye = own.hidden ? IconEye : IconEyeOff;
  return (
    <section aria-label={t('lots.own.name')}>
      <h3>{t('lots.own.name')}</h3>
      {isEditing ? (
        <MarksForm lotId={lotId} own={own} onClose={() => setEditing(false)} />
      ) : (
        <>
          {own.note && <p className={css.note}>{own.note}</p>}
          {own.tags.length > 0 && (
            <ul className={css.tags}>
              {own.tags.map((tag) => (
                <li key={tag}>#{tag}</li>
              ))}
            </ul>
          )}
          <div className={css.buttons}>
            <ActionButton
              kind="quiet"
              leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t(own.note || own.tags.length > 0 ? 'lots.own.edit' : 'lots.own.add')}
            </ActionButton>
            <ActionButton
              kind="quiet"
              leftSection={<Eye size={18} stroke={1.5} aria-hidden />}
              loading={hide.isPending}
              onClick={() => hide.mutate(!own.hidden)}
            >
              {t(own.hidden ? 'lots.own.show' : 'lots.own.hide')}
            </ActionButton>
          </div>
          <p className="quiet small">{t(own.hidden ? 'lots.own.isHidden' : 'lots.own.hint')}</p>
          {hide.error && <p role="alert">{errorText(hide.error)}</p>}
        </>
      )}
    </section>
  );
}

/** Shows changed marks: from the server, or on the open lot alone while the change is kept for later. */
async function showMarks(
  client: QueryClient,
  lotId: string,
  marks: Partial<LotOwnMarks>,
  result: unknown,
): Promise<void> {
  if (result !== KEPT) return client.invalidateQueries({ queryKey: ['lots'] });
  client.setQueryData(['lots', 'lot', lotId], (lot: { own: LotOwnMarks } | undefined) =>
    lot ? { ...lot, own: { ...lot.own, ...marks } } : lot,
  );
}

function MarksForm({ lotId, own, onClose }: { lotId: string; own: LotOwnMarks; onClose: () => void }) {
  const client = useQueryClient();
  const [note, setNote] = useState(own.note);
  const [tags, setTags] = useState(own.tags);
  const [typed, setTyped] = useState('');
  const { data: known = [] } = useQuery({
    queryKey: ['lots', 'own-tags'],
    queryFn: ({ signal }) => call(ownTags, { signal }),
  });
  const [noteId, tagId, listId] = [useId(), useId(), useId()];
  const withTyped = () => {
    const tag = typed.trim();
    return tag === '' || tags.includes(tag) || tags.length >= MAX_TAGS ? tags : [...tags, tag];
  };
  const save = useMutation({
    mutationFn: (marks: Pick<LotOwnMarks, 'note' | 'tags'>) =>
      callOrKeep(client, `note.${lotId}`, saveOwnNote, { body: { id: lotId, ...marks } }),
    onSuccess: async (result, marks) => {
      await showMarks(client, lotId, marks, result);
      onClose();
    },
  });
  const add = () => {
    setTags(withTyped());
    setTyped('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ note: note.trim(), tags: withTyped() });
  };
  return (
    <form onSubmit={submit} className={css.form}>
      <label htmlFor={noteId} className="quiet small">
        {t('lots.own.note')}
      </label>
      <textarea
        id={noteId}
        className={css.field}
        rows={3}
        maxLength={MAX_OWN_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {tags.length > 0 && (
        <ul className={css.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              #{tag}
              <IconButton
                name={t('lots.own.removeTag', { tag })}
                onClick={() => setTags(tags.filter((other) => other !== tag))}
              >
                <IconX size={16} stroke={1.6} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <label htmlFor={tagId} className="quiet small">
        {t('lots.own.tag')}
      </label>
      <input
        id={tagId}
        className={css.field}
        list={listId}
        maxLength={MAX_TAG_LENGTH}
        disabled={tags.length >= MAX_TAGS}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={listId}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {save.error && <p role="alert">{errorText(save.error)}</p>}
      <FormButtons submit={t('lots.own.save')} isPending={save.isPending} onCancel={onClose} />
    </form>
  );
}
