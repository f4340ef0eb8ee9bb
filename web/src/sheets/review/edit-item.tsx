import type { ReviewItem } from '@seri/contract/sheets/review-routes.ts';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { fieldText } from '../value-text.ts';
import css from './review.module.css';
import type { ReviewChanges } from './review-queries.ts';

interface EditItemProps {
  item: ReviewItem;
  changes: ReviewChanges;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  /** Closes the form; asks first when text would be lost. */
  onDone: () => void;
}

/** Fields whose words are translated; the others have figures and codes. */
const WORD_FIELDS: ReadonlySet<string> = new Set([
  'equipment',
  'salesPoints',
  'inspectorNotes',
  'color',
  'carName',
  'grade',
]);
const isWordField = (field: string) => WORD_FIELDS.has(field);

/** Corrects a value from its list or by hand, or translates a place that was not read, which may teach the vocabulary. */
export function EditItem({ item, changes, onDirty, onSaved, onDone }: EditItemProps) {
  const [initial] = useState({ ja: item.ja ?? '', en: item.en ?? '', ru: item.ru ?? '' });
  const [draft, setDraft] = useState(initial);
  const isDirty = draft.ja !== initial.ja || draft.en !== initial.en || draft.ru !== initial.ru;
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => {
    reportDirty(isDirty);
    return () => reportDirty(false);
  }, [isDirty]);
  const [teach, setTeach] = useState(true);
  const first = useRef<HTMLInputElement>(null);
  const listId = useId();
  useEffect(() => first.current?.focus(), []);
  const { correct, translate } = changes;
  const isPending = correct.isPending || translate.isPending;
  const isTranslation = isWordField(item.field) && draft.ja.trim() === '';
  const canSave = isTranslation ? draft.en.trim() !== '' && draft.ru.trim() !== '' : draft.ja.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    const { ja, en, ru } = draft;
    const done = { onSuccess: onSaved };
    if (isTranslation) translate.mutate({ id: item.id, en, ru, teach: teach && item.guess !== null }, done);
    else correct.mutate({ id: item.id, ja, ...(en.trim() ? { en } : {}), ...(ru.trim() ? { ru } : {}) }, done);
  };
  const error = correct.error ?? translate.error;
  const input = (name: keyof typeof draft) => (
    <label className={css.input}>
      <span className="quiet small">{t(`sheets.correct.${name}`)}</span>
      <input
        ref={name === 'ja' ? first : undefined}
        lang={name}
        list={name === 'ja' && item.suggestions.length > 0 ? listId : undefined}
        value={draft[name]}
        maxLength={200}
        onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </label>
  );
  return (
    <form className={css.form} onSubmit={submit} aria-label={t('sheets.correct', { word: fieldText(item.field) })}>
      {input('ja')}
      <datalist id={listId}>
        {item.suggestions.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      {item.suggestions.length > 0 && (
        <div className={css.buttons}>
          {item.suggestions.slice(0, 4).map((word) => (
            <ActionButton key={word} kind="plain" size="xs" onClick={() => setDraft({ ...draft, ja: word })}>
              <span lang="ja">{word}</span>
            </ActionButton>
          ))}
        </div>
      )}
      {isWordField(item.field) && input('en')}
      {isWordField(item.field) && input('ru')}
      {isTranslation && item.guess !== null && (
        <label className={css.teach}>
          <input type="checkbox" checked={teach} onChange={() => setTeach(!teach)} />
          <span>
            {t('sheets.review.teach', { word: item.guess })}
            {item.alike > 0 && ` · ${t('sheets.review.alike', { count: item.alike })}`}
          </span>
        </label>
      )}
      {error && (
        <p role="alert" className={css.problem}>
          {errorText(error)}
        </p>
      )}
      <div className={css.buttons}>
        <ActionButton type="submit" size="sm" loading={isPending} disabled={!canSave}>
          {t('sheets.correct.save')}
        </ActionButton>
        <ActionButton kind="quiet" size="sm" disabled={isPending} onClick={onDone}>
          {t('ui.cancel')}
        </ActionButton>
      </div>
    </form>
  );
}
