import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { countryList } from '@seri/contract/company/routes.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../shell/api.ts';
import { language, languageId, t } from '../shell/i18n.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { useSession } from '../shell/session.ts';
import { Page } from '../ui/page.tsx';
import { BalancePart } from './balance-part.tsx';
import { DetailPart } from './detail-part.tsx';
import css from './profile-screen.module.css';

const countriesQuery = queryOptions({
  queryKey: ['users', 'countries', language],
  queryFn: ({ signal }) => call(countryList, { query: { language: `${languageId(language)}` }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function ProfileScreen() {
  const { detail, balanceInfo } = useSession();
  const countries = useQuery(countriesQuery).data;
  const country = countries?.find(({ value }) => value === detail.countryId)?.label;
  const isClient = detail.userType === USER_TYPE.client;
  usePageTitle({ title: t('users.title') });
  return (
    <Page>
      <div className={css.banner}>
        <h2>{detail.fullName}</h2>
        {isClient && <p className="quiet">{t('users.contactNote')}</p>}
      </div>
      <div className={css.parts}>
        <DetailPart detail={detail} country={country} />
        {isClient && <BalancePart balance={balanceInfo} />}
      </div>
    </Page>
  );
}
