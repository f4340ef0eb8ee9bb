import { MAX_TEMPLATE_LENGTH } from '@seri/contract/chat/template-routes.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { FormButtons } from '../ui/forms/form-buttons.tsx';
import css from './templates.module.css';
import type { Template } from './use-save-templates.ts';

interface TemplateFormProps {
  /** Null for a new one. */
  template: Template | null;
  pending: boolean;
  error: unknown;
  onSave: (template: Template) => void;
  onCancel: () => void;
}

/** Form of one ready message. Both languages are required, since clients read it in their own. */
export function TemplateForm({ template, pending, error, onSave, onCancel }: TemplateFormProps) {
  const [draft, setDraft] = useState<Template>(template ?? { en: '', ru: '' });
  const id = useId();
  const first = useRef<HTMLTextAreaElement>(null);
  // The form replaces the pressed button, so focus its first field.
  useEffect(() => first.current?.focus(), []);
  const isWhole = draft.en.trim() !== '' && draft.ru.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole && !pending) onSave({ en: draft.en.trim(), ru: draft.ru.trim() });
  };
  return (
    <form className={css.editor} onSubmit={submit} aria-label={t('chat.templates')}>
      {(['en', 'ru'] as const).map((name, index) => (
        <div key={name} className={css.field}>
          <label htmlFor={`${id}${name}`} className="quiet small">
            {t(`chat.templates.${name}`)}
          </label>
          <textarea
            id={`${id}${name}`}
            lang={name}
            rows={4}
            maxLength={MAX_TEMPLATE_LENGTH}
            value={draft[name]}
            ref={index === 0 ? first : undefined}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      {error !== null && (
        <p className={css.failed} role="alert">
          {errorText(error)}
        </p>
      )}
      <FormButtons
        submit={t('chat.templates.save')}
        isPending={pending}
        isDisabled={!isWhole}
        onCancel={onCancel}
        size="sm"
      />
    </form>
  );
}
