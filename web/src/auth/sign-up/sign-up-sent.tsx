import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import css from '../auth-form.module.css';
import { SendAgain } from '../send-again.tsx';

interface SignUpSentProps {
  email: string;
  onWrongAddress: () => void;
}

/** Page after sign-up: the next step, and help if no email arrives. */
export const SignUpSent = ({ email, onWrongAddress }: SignUpSentProps) => (
  <>
    <SendAgain email={email} justSent />
    <div className={css.ways}>
      <ActionButton kind="quiet" onClick={onWrongAddress}>
        {t('auth.signUp.wrongAddress')}
      </ActionButton>
      <Link {...paths.login()}>{t('auth.backToLogin')}</Link>
    </div>
  </>
);
