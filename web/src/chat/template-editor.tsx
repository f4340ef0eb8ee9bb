import { MAX_TEMPLATES } from '@seri/contract/chat/template-routes.ts';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { chatQueries } from './queries.ts';
import { TemplateForm } from './template-form.tsx';
import { ConfirmInPlace, TemplateRow } from './template-row.tsx';
import css from './templates.module.css';
import { type Template, useSaveTemplates, withTemplate } from './use-save-templates.ts';

/** Editor of ready messages in both languages: add, change and delete one at a time. */
export function TemplateEditor({ onBack }: { onBack: () => void }) {
  const { data, error, refetch } = useQuery(chatQueries.allTemplates());
  const save = useSaveTemplates();
  const [form, setForm] = useState<{ of: Template | null } | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  const wasInForm = useRef(false);
  useEffect(() => {
    if (wasInForm.current && !form) back.current?.focus();
    wasInForm.current = form !== null;
  }, [form]);

  if (!data && error) {
    return (
      <FailedState
        title={t('chat.templates.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ChatSkeleton />;
  const { items, version, isBuiltIn } = data;
  const closeForm = () => {
    save.reset();
    setForm(null);
  };
  const send = (changed: readonly Template[] | null, onSuccess?: () => void) =>
    save.mutate({ items: changed && [...changed], version }, { onSuccess });
  if (form) {
    return (
      <TemplateForm
        template={form.of}
        pending={save.isPending}
        error={save.error}
        onSave={(template) => send(withTemplate(items, form.of, template), closeForm)}
        onCancel={closeForm}
      />
    );
  }
  const isFull = items.length >= MAX_TEMPLATES;
  return (
    <section className={css.editor} aria-label={t('chat.templates')}>
      <ActionButton
        ref={back}
        kind="quiet"
        size="sm"
        onClick={onBack}
        leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
      >
        {t('chat.templates.back')}
      </ActionButton>
      <p className="quiet small">
        {t('chat.templates.note')} {isBuiltIn && t('chat.templates.builtIn')}
      </p>
      {save.error && (
        <p className={css.failed} role="alert">
          {errorText(save.error)}
        </p>
      )}
      {items.length === 0 && <p>{t('chat.templates.none')}</p>}
      <ul className={css.list}>
        {items.map((template) => (
          <TemplateRow
            key={`${template.en}\n${template.ru}`}
            template={template}
            pending={save.isPending}
            onEdit={() => setForm({ of: template })}
            onDelete={() => send(withTemplate(items, template, null))}
          />
        ))}
      </ul>
      {isFull && <p className="quiet small">{t('chat.templates.full', { max: MAX_TEMPLATES })}</p>}
      <div className={css.buttons}>
        <ActionButton
          kind="plain"
          disabled={isFull}
          onClick={() => setForm({ of: null })}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
        >
          {t('chat.templates.add')}
        </ActionButton>
        {!isBuiltIn && (
          <ConfirmInPlace
            label={t('chat.templates.reset')}
            text={t('chat.templates.resetText')}
            pending={save.isPending}
            onConfirm={() => send(null)}
          />
        )}
      </div>
    </section>
  );
}
