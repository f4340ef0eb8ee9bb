import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { t } from '../i18n/i18n.ts';
import { clearUserData } from './session.ts';
import css from './session-expired.module.css';

/** Dialog over any page, if the session has ended and could not be refreshed (business-rules.md#session-expired). */
export function SessionExpired() {
  const client = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const logInAgain = async () => {
    const here = router.state.location.href;
    clearUserData(client);
    await navigate({ ...paths.login(here), replace: true });
  };
  return (
    <Dialog opened title={t('Auth.SessionExpiredTitle')} onClose={logInAgain}>
      <p className="quiet">{t('Auth.SessionExpired')}</p>
      <div className={css.actions}>
        <ActionButton size="md" onClick={logInAgain}>
          {t('Auth.LoginAgain')}
        </ActionButton>
        <ActionButton size="md" kind="plain" onClick={() => location.reload()}>
          {t('Auth.Reload')}
        </ActionButton>
      </div>
    </Dialog>
  );
}
