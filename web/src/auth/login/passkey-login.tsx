import { IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import css from '../second-factor/passkeys.module.css';
import { canUsePasskeys, logInWithPasskey } from '../second-factor/passkeys.ts';
import { useEnter } from '../use-enter.ts';

/** Login with a passkey, without email address, password or code; goes below the login form. */
export function PasskeyLogin({ returnTo }: { returnTo: string | undefined }) {
  const client = useQueryClient();
  const enter = useEnter(returnTo);
  const login = useMutation({
    mutationFn: () => logInWithPasskey(client),
    onSuccess: (session) => session && enter(session),
  });
  if (!canUsePasskeys()) return null;
  const problem = login.error ? errorText(login.error) : login.data === null && t('auth.passkey.cancelled');
  return (
    <div className={css.login}>
      {problem && <FormAlert>{problem}</FormAlert>}
      <ActionButton
        kind="plain"
        size="lg"
        fullWidth
        loading={login.isPending}
        leftSection={<IconKey size={20} stroke={1.5} aria-hidden />}
        onClick={() => login.mutate()}
      >
        {t('auth.passkey.logIn')}
      </ActionButton>
    </div>
  );
}
