import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Profile } from '@seri/contract/users/routes.ts';
import { phone } from '../shell/format.ts';
import { t, textOf } from '../shell/i18n.ts';
import { clientNumber } from '../shell/session.ts';
import { DataList, DataRow } from '../ui/data-row.tsx';
import { JapanTime } from '../ui/japan-time.tsx';
import css from './profile-screen.module.css';

export function DetailPart({ detail, country }: { detail: Profile; country: string | undefined }) {
  const rows = [
    ['email', detail.email],
    ['mobile', phone(detail.mobile)],
    ['officePhone', detail.officePhone && phone(detail.officePhone)],
    ['company', detail.company],
    ['country', country],
    ['city', detail.city],
    ['address', detail.address],
  ] as const;
  return (
    <section className={css.part}>
      <h2>{t('users.contact')}</h2>
      <DataList>
        <DataRow label={t('users.name')}>{detail.fullName}</DataRow>
        {detail.userType === USER_TYPE.client && (
          <DataRow label={t('users.clientNumber')}>{clientNumber(detail.userId)}</DataRow>
        )}
        <DataRow label={t('users.role')}>{textOf(`Role.${detail.roleId}`, 'users.account')}</DataRow>
        {rows.map(
          ([name, value]) =>
            value && (
              <DataRow key={name} label={t(`users.${name}`)}>
                {value}
              </DataRow>
            ),
        )}
        <DataRow label={t('users.bidEmails')}>{detail.bidEmailNotify ? t('users.yes') : t('users.no')}</DataRow>
        {detail.lastLogin && (
          <DataRow label={t('users.lastLogin')}>
            <JapanTime at={detail.lastLogin} />
          </DataRow>
        )}
      </DataList>
    </section>
  );
}
