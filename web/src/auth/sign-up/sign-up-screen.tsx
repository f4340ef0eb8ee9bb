import { useState } from 'react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { useHumanCheck } from '../human-check.tsx';
import { useShortestPassword } from '../password/password-length.tsx';
import { sendSignUp } from '../queries.ts';
import { checkSignUp } from './check-sign-up.ts';
import { maskPhone } from './phone-mask.ts';
import { forgetDraft, readDraft, saveDraft } from './sign-up-draft.ts';
import { type SignUpFields, signUpField } from './sign-up-fields.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { SignUpSent } from './sign-up-sent.tsx';

/** Default for readers of Russian: most live in the Russian Federation. */
const RUSSIA = '183';

export function SignUpScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const passwordMinimum = useShortestPassword();
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
