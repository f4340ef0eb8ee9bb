import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { readStored, removeStored, writeStored } from '../../shell/i18n/storage.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import css from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { useHumanCheck } from '../human-check.tsx';
import { useMinPasswordLength } from '../password/password-length.tsx';
import { sendSignUp } from '../queries.ts';
import { SendAgain } from '../send-again.tsx';
import { checkSignUp } from './check-sign-up.ts';
import { maskPhone } from './phone-mask.ts';
import { type SignUpFields, signUpField } from './sign-up-fields.ts';
import { SignUpForm } from './sign-up-form.tsx';

/** Default for readers of Russian: most live in the Russian Federation. */
const RUSSIA = '183';

export function SignUpScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const passwordMinimum = useMinPasswordLength();
  const human = useHumanCheck();
  const [initial] = useState(firstFields);
  const form = useCheckedForm({
    name: 'sign-up',
    initial,
    check: (fields) => checkSignUp(fields, { language, passwordMinimum }),
    onBlur: true,
    fieldOf: signUpField,
    onChange: saveDraft,
    send: async (fields) => sendSignUp(fields, await human.answer()),
    onDone: (_, { email }) => {
      forgetDraft();
      setSentTo(email.trim());
    },
  });
  return (
    <AuthLayout
      wide={sentTo === null}
      title={sentTo === null ? t('auth.signUp.title') : t('Auth.CheckMail', { email: sentTo })}
      lead={sentTo === null ? t('auth.signUp.lead') : t('auth.signUp.sent')}
    >
      {sentTo === null ? (
        <SignUpForm form={form} passwordMinimum={passwordMinimum} humanBox={human.box} />
      ) : (
        <SignUpSent email={sentTo} onWrongAddress={() => setSentTo(null)} />
      )}
    </AuthLayout>
  );
}

function firstFields(): SignUpFields {
  const draft = readDraft();
  const fields: SignUpFields = {
    fullName: '',
    email: '',
    mobile: '',
    country: null,
    city: '',
    referralCode: '',
    ...draft,
    password: '',
    confirmPassword: '',
    terms: draft.terms ?? false,
  };
  if (language !== 'ru') return fields;
  return { ...fields, country: fields.country ?? RUSSIA, mobile: maskPhone(fields.mobile) };
}

type Draft = Omit<SignUpFields, 'password' | 'confirmPassword'>;

/** Sign-up fields saved before the page was left or reloaded. */
function readDraft(): Partial<Draft> {
  try {
    const stored: unknown = JSON.parse(readStored('signUpDraft') ?? '{}');
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).filter(isOurs))
      : {};
  } catch {
    return {};
  }
}

/** Saves all fields except the passwords (business-rules.md#sign-up-draft). */
function saveDraft({ password: _, confirmPassword: __, ...draft }: SignUpFields): void {
  writeStored('signUpDraft', JSON.stringify(draft));
}

const forgetDraft = (): void => removeStored('signUpDraft');

const TEXTS = ['fullName', 'email', 'mobile', 'country', 'city', 'referralCode'];

// An older version of the page may have stored different values under the same key.
const isOurs = ([name, value]: [string, unknown]): boolean =>
  name === 'terms' ? typeof value === 'boolean' : TEXTS.includes(name) && typeof value === 'string';

interface SignUpSentProps {
  email: string;
  onWrongAddress: () => void;
}

/** Page after sign-up: the next step, and help if no email arrives. */
const SignUpSent = ({ email, onWrongAddress }: SignUpSentProps) => (
  <>
    <SendAgain email={email} justSent />
    <div className={css.actions}>
      <ActionButton kind="quiet" onClick={onWrongAddress}>
        {t('auth.signUp.wrongAddress')}
      </ActionButton>
      <Link {...paths.login()}>{t('auth.backToLogin')}</Link>
    </div>
  </>
);
