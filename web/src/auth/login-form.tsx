import { PasswordInput, TextInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@seri/contract/auth/routes.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { errorText } from '../shell/error-text.ts';
import { language, languageOfId, storeLanguage, t } from '../shell/i18n.ts';
import { homeOf } from '../shell/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { checkLogin, type LoginFields, type LoginProblems } from './check-login.ts';
import css from './login-form.module.css';
import { needsHelp } from './needs-help.ts';
import { useLogin } from './queries.ts';

interface LoginFormProps extends LoginFields {
  destination: string | undefined;
  onDone: (home: string) => void;
}

export function LoginForm({ email, password, destination, onDone }: LoginFormProps) {
  const [fields, setFields] = useState({ email, password });
  const [problems, setProblems] = useState<LoginProblems>({});
  const [capsLock, setCapsLock] = useState(false);
  const login = useLogin();

  const enter = (session: Session) => {
    const wanted = languageOfId(session.detail.language);
    if (wanted === language) return onDone(homeOf(session));
    // Texts load with the page, so the person's own language means a new one.
    storeLanguage(wanted);
    location.replace(destination ?? homeOf(session));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkLogin(fields);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`login-${first}`)?.focus();
    else login.mutate({ email: fields.email.trim(), password: fields.password }, { onSuccess: enter });
  };
  const field = (name: keyof LoginFields) => {
    const problem = problems[name];
    return {
      id: `login-${name}`,
      name,
      size: 'md',
      label: t(`auth.${name}`),
      value: fields[name],
      disabled: login.isPending,
      error: problem && t(problem, { length: MIN_PASSWORD_LENGTH }),
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setFields({ ...fields, [name]: event.currentTarget.value });
        setProblems({ ...problems, [name]: undefined });
      },
    };
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {login.error && (
        <div className={css.refused} role="alert">
          <p>{errorText(login.error)}</p>
          {needsHelp(login.error) && <p className="small">{t('auth.help')}</p>}
        </div>
      )}
      <TextInput {...field('email')} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <PasswordInput
        {...field('password')}
        autoComplete="current-password"
        description={capsLock ? t('auth.capsLock') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
        visibilityToggleIcon={VisibilityIcon}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword'), tabIndex: 0, 'aria-hidden': false }}
      />
      <ActionButton type="submit" size="lg" fullWidth loading={login.isPending}>
        {t('auth.submit')}
      </ActionButton>
    </form>
  );
}

const VisibilityIcon = ({ reveal }: { reveal: boolean }) => {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={20} stroke={1.5} aria-hidden />;
};
