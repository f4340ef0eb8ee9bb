import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import css from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { sendResetLink } from '../queries.ts';
import { EmailRequestForm } from './email-request-form.tsx';

export function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AuthLayout
      title={sentTo === null ? t('auth.forgot.title') : t('Auth.CheckMail', { email: sentTo })}
      lead={sentTo === null ? t('auth.forgot.lead') : t('auth.forgot.sent')}
    >
      {sentTo === null && (
        <EmailRequestForm name="forgot" action={t('auth.forgot.send')} send={sendResetLink} onSent={setSentTo} />
      )}
      <p className={css.actions}>
        <Link {...paths.login()}>{t('auth.backToLogin')}</Link>
      </p>
    </AuthLayout>
  );
}
