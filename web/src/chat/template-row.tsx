import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { language, t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import css from './templates.module.css';
import type { Template } from './use-save-templates.ts';

interface TemplateRowProps {
  template: Template;
  pending: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** A ready message in the reader's language, with the other language below. */
export function TemplateRow({ template, pending, onEdit, onDelete }: TemplateRowProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const other = language === 'ru' ? 'en' : 'ru';
  const text = template[language];
  return (
    <li className={css.row}>
      <div className={css.text}>
        <p lang={language}>{text}</p>
        <p lang={other} className="quiet small">
          {template[other]}
        </p>
      </div>
      <IconButton name={t('chat.templates.edit', { text })} disabled={pending} onClick={onEdit}>
        <IconPencil size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton name={t('chat.templates.delete', { text })} disabled={pending} onClick={() => setIsLeaving(true)}>
        <IconTrash size={20} stroke={1.5} aria-hidden />
      </IconButton>
      {isLeaving && (
        <Question
          label={t('chat.templates.delete', { text })}
          text={t('chat.templates.deleteText')}
          yes={t('chat.templates.deleteNow')}
          pending={pending}
          onYes={onDelete}
          onNo={() => setIsLeaving(false)}
        />
      )}
    </li>
  );
}

interface ConfirmInPlaceProps {
  label: string;
  text: string;
  pending: boolean;
  onConfirm: () => void;
}

/** Button that asks for confirmation in place. */
export function ConfirmInPlace({ label, text, pending, onConfirm }: ConfirmInPlaceProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <ActionButton kind="quiet" disabled={pending} onClick={() => setIsConfirming(true)}>
        {label}
      </ActionButton>
    );
  }
  return (
    <Question
      label={label}
      text={text}
      yes={label}
      pending={pending}
      onYes={onConfirm}
      onNo={() => setIsConfirming(false)}
    />
  );
}

interface QuestionProps {
  label: string;
  text: string;
  yes: ReactNode;
  pending: boolean;
  onYes: () => void;
  onNo: () => void;
}

const Question = ({ label, text, yes, pending, onYes, onNo }: QuestionProps) => (
  <fieldset className={css.question} aria-label={label}>
    <p>{text}</p>
    <ActionButton autoFocus kind="plain" onClick={onNo} disabled={pending}>
      {t('ui.cancel')}
    </ActionButton>
    <ActionButton loading={pending} onClick={onYes}>
      {yes}
    </ActionButton>
  </fieldset>
);
