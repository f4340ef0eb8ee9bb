import { Textarea } from '@mantine/core';
import { setPurchaseNote } from '@seri/contract/purchases/manager-routes.ts';
import { MAX_NOTE_LENGTH } from '@seri/contract/purchases/shipping.ts';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import type { Ask } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import css from './purchase-editor.module.css';

interface DeskNoteProps {
  purchaseId: number;
  note: string;
  ask: Ask | null;
}

/** The text the client reads as the manager’s notes. */
export const DeskNote = (props: DeskNoteProps) => (
  <section className="panel" aria-labelledby="desk-note">
    <h2 id="desk-note">{t('Purchased.Notes')}</h2>
    {/* Remount after a save, so that the next edit starts from the saved note. */}
    <NoteField key={props.note} {...props} />
  </section>
);

function NoteField({ purchaseId, note, ask }: DeskNoteProps) {
  const [text, setText] = useState(note);
  const save = () =>
    ask?.(
      setPurchaseNote,
      { purchaseId, note: text.trim() },
      { title: t('purchases.desk.askNote'), note: t('purchases.desk.noteText') },
    );
  return (
    <div className={css.form}>
      <Textarea
        size="md"
        aria-labelledby="desk-note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={!ask}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {ask && text.trim() !== note && (
        <div className={css.actions}>
          <ActionButton onClick={save}>{t('users.save')}</ActionButton>
          <ActionButton kind="plain" onClick={() => setText(note)}>
            {t('users.discard')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}
