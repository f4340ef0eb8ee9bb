import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSession } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import type { LotSummary } from '../core/lot-summary.ts';
import css from './lot-note.module.css';
import { useSaveNote } from './lot-queries.ts';

const MAX_NOTE_LENGTH = 2_000;

/** The manager's note: managers edit it, clients read it if there is one (business-rules.md#lot-notes). */
export function LotNote({ lot }: { lot: LotSummary }) {
  const isManager = useSession().detail.userType === USER_TYPE.manager;
  const notePage = lot.pageType === 'bikes' || lot.pageType === 'car-auction' ? lot.pageType : null;
  const mayEdit = isManager && lot.noteEditable && notePage !== null;
  if (!lot.note && !mayEdit) return null;
  return (
    <section aria-label={t('lots.lot.comment')}>
      <h3>{t('lots.lot.comment')}</h3>
      {mayEdit ? <EditableNote pageType={notePage} lotId={lot.id} note={lot.note} /> : <NoteText note={lot.note} />}
    </section>
  );
}

interface EditableNoteProps {
  pageType: 'car-auction' | 'bikes';
  lotId: string;
  note: string;
}

function EditableNote({ pageType, lotId, note }: EditableNoteProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const save = useSaveNote(pageType, lotId);
  const opener = useRef<HTMLButtonElement>(null);
  const fieldId = useId();
  const isEditing = draft !== null;
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const close = () => {
    setDraft(null);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate((draft ?? '').trim(), { onSuccess: close });
  };
  if (draft === null) {
    return (
      <>
        {note && <NoteText note={note} />}
        <ActionButton
          ref={opener}
          kind="quiet"
          leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          onClick={() => setDraft(note)}
        >
          {t(note ? 'lots.note.edit' : 'lots.note.add')}
        </ActionButton>
      </>
    );
  }
  return (
    <form onSubmit={submit} className={css.form}>
      <label htmlFor={fieldId} className="quiet small">
        {t('lots.note.label')}
      </label>
      <textarea
        id={fieldId}
        className={css.field}
        value={draft}
        maxLength={MAX_NOTE_LENGTH}
        rows={4}
        ref={focusEnd}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && !save.isPending && close()}
      />
      {save.error && (
        <p role="alert" className={css.problem}>
          {errorText(save.error)}
        </p>
      )}
      <FormButtons
        submit={t(draft.trim() || !note ? 'lots.note.save' : 'lots.note.delete')}
        isPending={save.isPending}
        onCancel={close}
        size="sm"
      />
    </form>
  );
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  if (!field || document.activeElement === field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** Four lines, the rest on demand (business-rules.md#lot-notes). */
function NoteText({ note }: { note: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const box = text.current;
    if (!box || isOpen) return;
    const watch = new ResizeObserver(() => setLong(box.scrollHeight > box.clientHeight + 1));
    watch.observe(box);
    return () => watch.disconnect();
  }, [isOpen]);
  return (
    <>
      <p ref={text} className={css.text} data-clamped={!isOpen || undefined}>
        {note}
      </p>
      {(isLong || isOpen) && (
        <ActionButton kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'lots.note.less' : 'lots.note.more')}
        </ActionButton>
      )}
    </>
  );
}
