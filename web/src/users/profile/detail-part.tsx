import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Profile } from '@seri/contract/users/routes.ts';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { countriesQuery } from '../../shell/countries.ts';
import { phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ownRoleText } from '../../shell/session/own-role.ts';
import { clientNumber } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import css from './profile-screen.module.css';

interface DetailPartProps {
  detail: Profile;
  stage: 'fresh' | 'left' | 'saved';
  onEdit: () => void;
}

export function DetailPart({ detail, stage, onEdit }: DetailPartProps) {
  const countries = useQuery(countriesQuery).data;
  const rows = [
    ['mobile', phone(detail.mobile)],
    ['officePhone', detail.officePhone && phone(detail.officePhone)],
    ['company', detail.company],
    ['country', countries?.find(({ value }) => value === detail.countryId)?.label],
    ['city', detail.city],
    ['address', detail.address],
  ] as const;
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h2>{t('users.contact')}</h2>
        {/* After the form closes, the button that opened it takes the focus. */}
        <ActionButton
          ref={stage === 'fresh' ? undefined : (button) => button?.focus()}
          kind="plain"
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
          onClick={onEdit}
        >
          {t('users.edit')}
        </ActionButton>
      </div>
      <p className={css.done} role="status">
        {stage === 'saved' && (
          <>
            <IconCheck size={20} stroke={1.6} aria-hidden />
            {t('users.saved')}
          </>
        )}
      </p>
      <DataList>
        <DataRow label={t('users.name')}>{detail.fullName}</DataRow>
        <DataRow label={t('users.email')}>{detail.email}</DataRow>
        {rows.map(([name, value]) => (
          <DataRow key={name} label={t(`users.${name}`)}>
            {value || <span className="quiet">{t('users.notGiven')}</span>}
          </DataRow>
        ))}
        {detail.userType === USER_TYPE.client && (
          <DataRow label={t('users.clientNumber')}>{clientNumber(detail.userId)}</DataRow>
        )}
        <DataRow label={t('users.role')}>{ownRoleText(detail.roleId, 'users.account')}</DataRow>
        {detail.lastLogin && (
          <DataRow label={t('users.lastLogin')}>
            <JapanTime at={detail.lastLogin} zone />
          </DataRow>
        )}
      </DataList>
    </section>
  );
}
