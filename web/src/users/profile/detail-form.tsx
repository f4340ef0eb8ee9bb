import { TextInput } from '@mantine/core';
import type { Profile } from '@seri/contract/users/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { countriesQuery } from '../../shell/countries.ts';
import { phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useUnsaved } from '../../shell/use-unsaved.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import css from '../form.module.css';
import { useSaveProfile } from '../queries.ts';
import { checkProfile, type ProfileFields } from './check-profile.ts';

interface DetailFormProps {
  detail: Profile;
  onSaved: () => void;
  onLeave: () => void;
}

export function DetailForm({ detail, onSaved, onLeave }: DetailFormProps) {
  const countries = useQuery(countriesQuery).data ?? [];
  const save = useSaveProfile();
  const initial = fieldsOf(detail);
  const form = useCheckedForm({
    name: 'profile',
    initial,
    check: checkProfile,
    onBlur: true,
    send: save,
    onDone: onSaved,
  });
  const unsaved = useUnsaved(!form.isDone && !isSame(form.values, initial), onLeave);
  useEffect(() => document.getElementById('profile-fullName')?.focus(), []);
  const leaveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    // An open list of countries handles Escape itself.
    const isListOpen = event.currentTarget.querySelector('[aria-expanded="true"]') !== null;
    if (event.key === 'Escape' && !isListOpen && !form.isPending) unsaved.leave();
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={form.onSubmit}
      onKeyDown={leaveByKey}
      aria-label={t('users.contact')}
    >
      <h2>{t('users.contact')}</h2>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <TextInput {...form.field('fullName')} label={t('users.name')} required autoComplete="name" maxLength={120} />
      <TextInput {...form.field('email')} label={t('users.email')} readOnly description={t('users.emailNote')} />
      <TextInput
        {...form.field('mobile')}
        label={t('users.mobile')}
        required
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <TextInput
        {...form.field('officePhone')}
        label={t('users.officePhone')}
        type="tel"
        autoComplete="work tel"
        maxLength={40}
      />
      <TextInput {...form.field('company')} label={t('users.company')} autoComplete="organization" maxLength={160} />
      <ChoiceField
        {...form.field('countryId')}
        label={t('users.country')}
        data={countries.map(({ value, label }) => ({ value: String(value), label }))}
        clearable
        clearButtonProps={{ 'aria-label': t('users.noCountry'), className: css.clear }}
        autoComplete="off"
      />
      <TextInput
        {...form.field('city')}
        label={t('users.city')}
        required
        autoComplete="address-level2"
        maxLength={120}
      />
      <TextInput {...form.field('address')} label={t('users.address')} autoComplete="street-address" maxLength={300} />
      <FormButtons submit={t('users.save')} isPending={form.isPending} onCancel={unsaved.leave} />
      <ConfirmDialog
        opened={unsaved.isConfirming}
        isAboutLeaving
        title={t('users.unsaved')}
        confirmLabel={t('users.discard')}
        cancelLabel={t('users.keepEditing')}
        onConfirm={unsaved.discard}
        onCancel={unsaved.stay}
      >
        <p className="quiet">{t('users.unsavedText')}</p>
      </ConfirmDialog>
    </form>
  );
}

const fieldsOf = (detail: Profile): ProfileFields => ({
  fullName: detail.fullName,
  email: detail.email,
  mobile: phone(detail.mobile),
  officePhone: detail.officePhone ?? '',
  company: detail.company ?? '',
  countryId: detail.countryId === null ? null : String(detail.countryId),
  city: detail.city,
  address: detail.address,
});

const isSame = (one: ProfileFields, other: ProfileFields): boolean =>
  Object.keys(other).every((name) => one[name] === other[name]);
