import { Checkbox, TextInput, type TextInputProps } from '@mantine/core';
import type { PageName } from '@seri/contract/company/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { paths } from '../../app/paths.ts';
import type { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { countriesQuery } from '../../shell/countries.ts';
import { language, type TextKey, t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import authCss from '../auth-form.module.css';
import { PasswordLength } from '../password/password-length.tsx';
import { caretFromEnd, maskPhone } from './phone-mask.ts';
import type { SignUpField, SignUpFields } from './sign-up-fields.ts';
import css from './sign-up-form.module.css';

const LABELS: Record<SignUpField, TextKey> = {
  fullName: 'auth.signUp.fullName',
  email: 'auth.email',
  mobile: 'auth.signUp.mobile',
  country: 'auth.signUp.country',
  city: 'auth.signUp.city',
  referralCode: 'auth.signUp.referralCode',
  password: 'auth.password',
  confirmPassword: 'auth.repeatPassword',
  terms: 'auth.signUp.consent',
};

interface SignUpFormProps {
  form: ReturnType<typeof useCheckedForm<SignUpFields, unknown>>;
  passwordMinimum: number;
  humanBox: ReactNode;
}

export function SignUpForm({ form, passwordMinimum, humanBox }: SignUpFormProps) {
  const countries = useQuery(countriesQuery).data ?? [];
  const isRussian = language === 'ru';
  const field = (name: SignUpField) => ({
    ...form.field(name),
    label: t(LABELS[name]),
    required: name !== 'referralCode',
    withAsterisk: false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies TextInputProps['inputWrapperOrder'],
  });
  return (
    <form className={authCss.form} noValidate onSubmit={form.onSubmit}>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <div className={css.fields}>
        <TextInput
          {...field('fullName')}
          autoComplete="name"
          maxLength={120}
          description={isRussian && !form.errors.fullName ? t('auth.signUp.threeWords') : undefined}
        />
        <TextInput
          {...field('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <PhoneField
          {...field('mobile')}
          value={form.values.mobile}
          onChange={(phone) => form.setValue('mobile', phone)}
          masked={isRussian}
          placeholder={isRussian ? '+7 (___) ___-__-__' : undefined}
        />
        <ChoiceField
          {...field('country')}
          data={countries.map(({ value, label }) => ({ value: String(value), label }))}
          allowDeselect={false}
          autoComplete="off"
        />
        <TextInput {...field('city')} autoComplete="address-level2" maxLength={120} />
        <TextInput {...field('referralCode')} autoComplete="off" maxLength={60} />
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          description={
            !form.errors.password && <PasswordLength password={form.values.password} minimum={passwordMinimum} />
          }
        />
        <PasswordField {...field('confirmPassword')} autoComplete="new-password" />
      </div>
      <Checkbox {...form.field('terms', { type: 'checkbox' })} label={<TermsLabel />} required className={css.terms} />
      {humanBox}
      <div className={css.end}>
        <ActionButton {...form.submitButton} size="lg" aria-describedby="sign-up-unfinished">
          {t('auth.signUp.submit')}
        </ActionButton>
        <p id="sign-up-unfinished" className="quiet small">
          {!form.isValid && t('auth.signUp.unfinished', { fields: namesOf(form.unfinished) })}
        </p>
      </div>
      <p className={authCss.actions}>
        <span className="quiet">
          {t('auth.haveAccount')} <Link {...paths.login()}>{t('auth.submit')}</Link>
        </span>
      </p>
    </form>
  );
}

const namesOf = (fields: readonly SignUpField[]): string =>
  fields.map((name) => t(LABELS[name]).toLocaleLowerCase(language)).join(', ');

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (phone: string) => void;
  masked: boolean;
}

/** Phone number field. With `masked` it adds brackets and dashes and keeps the caret at its digit. */
function PhoneField({ value, onChange, masked, ...rest }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (digitsAfterCaret.current === null) return;
    const caret = caretFromEnd(value, digitsAfterCaret.current);
    input.current?.setSelectionRange(caret, caret);
    digitsAfterCaret.current = null;
  });

  return (
    <TextInput
      {...rest}
      ref={input}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => {
        const { value: typed, selectionStart } = currentTarget;
        if (!masked) return onChange(typed);
        digitsAfterCaret.current = typed.slice(selectionStart ?? typed.length).replace(/\D/g, '').length;
        onChange(maskPhone(typed));
      }}
    />
  );
}

/** Label of the terms checkbox; each text opens in a new tab. */
const TermsLabel = () => (
  <>
    {t('auth.signUp.agree')} <PageLink name="terms" text={t('auth.signUp.terms')} /> {t('auth.signUp.and')}{' '}
    <PageLink name="privacy" text={t('auth.signUp.privacy')} />
  </>
);

function PageLink({ name, text }: { name: PageName; text: string }) {
  const isWritten = useSettings()?.pages.includes(name) ?? false;
  if (!isWritten) return text;
  return (
    <Link {...paths.page(name)} target="_blank" rel="noreferrer">
      {text}
    </Link>
  );
}
