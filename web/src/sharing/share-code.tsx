import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useCheckedForm } from '../shell/api/use-checked-form.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { useOpenShare } from './queries.ts';
import css from './share.module.css';
import { ShareFrame } from './share-frame.tsx';
import { isGone, ShareGone } from './share-gone.tsx';

const bare = (code: string): string => code.replaceAll(/\s/g, '');

function codeProblem(code: string): string | undefined {
  if (!bare(code)) return t('Errors.Required');
  return /^\d{6}$/.test(bare(code)) ? undefined : t('Errors.Invalid');
}

/** Asks for the six digits sent with the link; shows a wrong code at the field and keeps the form. */
export function ShareCode({ shareId }: { shareId: string }) {
  const form = useCheckedForm({
    name: 'share',
    initial: { code: '' },
    check: ({ code }) => {
      const problem = codeProblem(code);
      return problem ? { code: problem } : {};
    },
    send: useOpenShare(shareId),
  });
  useEffect(() => document.getElementById('share-code')?.focus(), []);
  if (isGone(form.error)) return <ShareGone />;
  return (
    <ShareFrame title={t('Share.pageTitle')}>
      <form className={css.entry} noValidate onSubmit={form.onSubmit}>
        <p className="quiet">{t('Share.entryLead')}</p>
        {form.failure && <FormAlert>{form.failure}</FormAlert>}
        <TextInput
          {...form.field('code')}
          label={t('Share.codeLabel')}
          description={t('Share.entryHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={12}
          size="md"
        />
        <ActionButton type="submit" size="lg" fullWidth loading={form.isPending}>
          {t('Share.enter')}
        </ActionButton>
      </form>
    </ShareFrame>
  );
}
