import { MAIL_PAUSE_SECONDS } from '@seri/contract/auth/routes.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { useHumanCheck } from './human-check.tsx';
import { sendVerificationAgain } from './queries.ts';
import css from './send-again.module.css';

interface SendAgainProps {
  email: string;
  /** True right after an email was sent: the waiting time starts at once. */
  justSent?: boolean;
}

/** Requests the sign-up email again, with the same waiting time as the server. */
export function SendAgain({ email, justSent = false }: SendAgainProps) {
  const [seconds, wait] = useCountdown(justSent ? MAIL_PAUSE_SECONDS : 0);
  const human = useHumanCheck();
  const sending = useMutation({
    mutationFn: async () => sendVerificationAgain(email, await human.answer()),
    onSuccess: () => wait(MAIL_PAUSE_SECONDS),
  });
  return (
    <div className={css.again}>
      {sending.isSuccess && <FormAlert kind="done">{t('auth.again.sent', { email })}</FormAlert>}
      {sending.error && <FormAlert>{errorText(sending.error)}</FormAlert>}
      {human.box}
      <ActionButton
        kind="plain"
        size="md"
        loading={sending.isPending}
        aria-disabled={seconds > 0 || undefined}
        onClick={() => seconds === 0 && !sending.isPending && sending.mutate()}
      >
        {seconds > 0 ? t('auth.again.wait', { seconds }) : t('auth.again.send')}
      </ActionButton>
    </div>
  );
}

function useCountdown(first: number): [number, (seconds: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(() => performance.now() + first * 1_000);
  const [seconds, setSeconds] = useState(first);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return [seconds, (waitSeconds) => setEndsAtMs(performance.now() + waitSeconds * 1_000)];
}
