import { TextInput } from '@mantine/core';
import { ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { createClient } from '@seri/contract/users/client-routes.ts';
import { CLIENT_ROLES } from '@seri/contract/users/list-search.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { useIdempotentMutation } from '../../shell/api/idempotent-mutation.ts';
import { useCheckedForm } from '../../shell/api/use-checked-form.ts';
import { countriesQuery } from '../../shell/countries.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { numberOf } from '../../ui/theme/number-text.ts';
import css from '../form.module.css';
import { clientQueries } from './client-queries.ts';
import { roleText } from './client-texts.ts';

const EMPTY = {
  email: '',
  fullName: '',
  company: '',
  mobile: '',
  countryId: null as string | null,
  roleId: String(ROLE.client) as string | null,
  language: String(LANGUAGE.en) as string | null,
  creditLimitYen: '',
};
type Fields = typeof EMPTY;

/** Creates a client the office already knows; the client gets an email with a link to choose a password. */
export function NewClient({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} title={t('users.clients.new')} onClose={onClose}>
      <NewClientForm onClose={onClose} />
    </Dialog>
  );
}

function NewClientForm({ onClose }: { onClose: () => void }) {
  const countries = useQuery(countriesQuery).data ?? [];
  const { mutateAsync } = useIdempotentMutation(createClient);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useCheckedForm<Fields, { userId: number }>({
    name: 'new-client',
    initial: EMPTY,
    check: ({ email, fullName }) => ({
      ...(email.trim() ? {} : { email: t('Error.Field.Required') }),
      ...(fullName.trim() ? {} : { fullName: t('Error.Field.Required') }),
    }),
    send: (fields) => mutateAsync(bodyOf(fields)),
    onDone: async ({ userId }) => {
      await client.invalidateQueries({ queryKey: clientQueries.all });
      onClose();
      await navigate(paths.client(userId));
    },
  });
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit} aria-label={t('users.clients.new')}>
      <p className="quiet">{t('users.clients.newText')}</p>
      {form.failure && <FormAlert>{form.failure}</FormAlert>}
      <TextInput {...form.field('email')} label={t('users.email')} required type="email" data-autofocus />
      <TextInput {...form.field('fullName')} label={t('users.card.name')} required maxLength={120} />
      <TextInput {...form.field('company')} label={t('users.company')} maxLength={160} />
      <TextInput {...form.field('mobile')} label={t('users.mobile')} type="tel" maxLength={40} />
      <ChoiceField
        {...form.field('countryId')}
        label={t('users.country')}
        data={countries.map(({ value, label }) => ({ value: String(value), label }))}
        autoComplete="off"
      />
      <ChoiceField
        {...form.field('language')}
        label={t('shell.language')}
        searchable={false}
        data={[
          { value: String(LANGUAGE.en), label: 'English' },
          { value: String(LANGUAGE.ru), label: 'Русский' },
        ]}
        allowDeselect={false}
      />
      <ChoiceField
        {...form.field('roleId')}
        label={t('users.role')}
        searchable={false}
        data={CLIENT_ROLES.filter((role) => role !== ROLE.disabled).map((role) => ({
          value: String(role),
          label: roleText(role),
        }))}
        allowDeselect={false}
      />
      <TextInput
        {...form.field('creditLimitYen')}
        label={t('users.clients.creditYen')}
        inputMode="numeric"
        maxLength={13}
      />
      <FormButtons submit={t('users.clients.create')} isPending={form.isPending} onCancel={onClose} />
    </form>
  );
}

const bodyOf = (fields: Fields) => ({
  email: fields.email.trim(),
  fullName: fields.fullName.trim(),
  roleId: Number(fields.roleId) as Exclude<RoleId, typeof ROLE.manager>,
  language: Number(fields.language) as 692 | 693,
  company: fields.company.trim() || null,
  countryId: fields.countryId === null ? null : Number(fields.countryId),
  creditLimitYen: numberOf(fields.creditLimitYen),
  ...(fields.mobile.trim() ? { mobile: fields.mobile.trim() } : {}),
});
