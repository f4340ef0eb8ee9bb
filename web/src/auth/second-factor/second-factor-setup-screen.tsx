import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { safeReturnPath } from '../../shell/session/return-path.ts';
import { useSession } from '../../shell/session/session.ts';
import { useLogout } from '../../shell/use-logout.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { ConnectApp } from './connect-app.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factor.module.css';
import { secondFactorQuery, startSetup } from './second-factor-queries.ts';

type Stage =
  | { name: 'password'; note?: string }
  | { name: 'app'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] };

const STEP_TEXTS = {
  already: { title: 'auth.secondFactor.setUpTitle', lead: 'auth.secondFactor.already', step: null },
  password: { title: 'auth.secondFactor.setUpTitle', lead: 'auth.secondFactor.setUpLead', step: 1 },
  app: { title: 'auth.secondFactor.appStep', lead: 'auth.secondFactor.scan', step: 2 },
  codes: { title: 'auth.secondFactor.codesStep', lead: 'auth.secondFactor.codesLead', step: 3 },
} as const;

/** Setup of the second factor in three steps: password, app, recovery codes. */
export function SecondFactorSetupScreen() {
  const search = useSearch({ from: '/outside/second-factor' });
  const { secondFactorNeeded } = useSession();
  const isEnabled = useQuery(secondFactorQuery).data?.enabled ?? false;
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ name: 'password' });

  const { title, lead, step } = STEP_TEXTS[isEnabled && stage.name === 'password' ? 'already' : stage.name];
  return (
    <AuthLayout
      title={t(title)}
      lead={
        <>
          {step && <span className={css.step}>{t('auth.secondFactor.step', { step })}</span>}
          {t(step === 1 && secondFactorNeeded ? 'auth.secondFactor.required' : lead)}
        </>
      }
    >
      {step === null && (
        <LinkButton size="lg" {...paths.profile()}>
          {t('auth.secondFactor.toProfile')}
        </LinkButton>
      )}
      {step === 1 && (
        <OwnPasswordForm
          name="second-factor-start"
          submitLabel={t('auth.secondFactor.next')}
          note={stage.name === 'password' ? stage.note : undefined}
          send={({ password }) => startSetup(password)}
          onDone={(started) => setStage({ name: 'app', ...started })}
        >
          {secondFactorNeeded ? <LogoutButton /> : <BackToProfile />}
        </OwnPasswordForm>
      )}
      {stage.name === 'app' && (
        <ConnectApp
          secret={stage.secret}
          uri={stage.uri}
          onDone={(codes) => setStage({ name: 'codes', codes })}
          onExpired={(error) => setStage({ name: 'password', note: errorText(error) })}
        />
      )}
      {stage.name === 'codes' && (
        <RecoveryCodes
          codes={stage.codes}
          onConfirmed={() => void navigate({ href: safeReturnPath(search.returnTo) ?? '/profile', replace: true })}
        />
      )}
    </AuthLayout>
  );
}

const BackToProfile = () => (
  <LinkButton kind="plain" size="lg" {...paths.profile()}>
    {t('ui.cancel')}
  </LinkButton>
);

/** A user who must set up the second factor can only log out. */
function LogoutButton() {
  const logout = useLogout();
  return (
    <ActionButton kind="plain" size="lg" loading={logout.isPending} onClick={() => logout.mutate()}>
      {t('Menu.Logout')}
    </ActionButton>
  );
}
