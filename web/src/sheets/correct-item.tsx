import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './sheet.module.css';
import { type ShownItem, useCorrectItem } from './sheet-queries.ts';

interface CorrectItemProps {
  item: ShownItem;
  onDone: () => void;
}

/** Correction of a value and its names in both languages; empty translations leave the glossary unchanged. */
export function CorrectItem({ item, onDone }: CorrectItemProps) {
  const [draft, setDraft] = useState({ ja: item.ja, en: '', ru: '' });
  const correct = useCorrectItem();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ja, en, ru } = draft;
    correct.mutate(
      { id: item.id, ja: ja.trim(), ...(en.trim() ? { en } : {}), ...(ru.trim() ? { ru } : {}) },
      { onSuccess: onDone },
    );
  };
  const field = (name: keyof typeof draft) => (
    <Field
      label={t(`sheets.correct.${name}`)}
      lang={name}
      value={draft[name]}
      isRequired={name === 'ja'}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      onEscape={onDone}
    />
  );
  return (
    <form className={css.form} onSubmit={submit} aria-label={t('sheets.correct', { word: item.ja || '–' })}>
      {field('ja')}
      {field('en')}
      {field('ru')}
      {correct.error && (
        <p role="alert" className={css.refused}>
          {errorText(correct.error)}
        </p>
      )}
      <div className={css.buttons}>
        <ActionButton type="submit" loading={correct.isPending} disabled={draft.ja.trim() === ''}>
          {t('sheets.correct.save')}
        </ActionButton>
        <ActionButton kind="quiet" disabled={correct.isPending} onClick={onDone}>
          {t('ui.cancel')}
        </ActionButton>
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  lang: string;
  value: string;
  isRequired: boolean;
  onChange: (value: string) => void;
  onEscape: () => void;
}

const MAX_LENGTH = 200;

function Field({ label, lang, value, isRequired, onChange, onEscape }: FieldProps) {
  const id = useId();
  return (
    <div className={css.input}>
      <label htmlFor={id} className="quiet small">
        {label}
      </label>
      <input
        id={id}
        lang={lang}
        value={value}
        required={isRequired}
        maxLength={MAX_LENGTH}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEscape()}
      />
    </div>
  );
}
