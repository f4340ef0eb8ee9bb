import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { countriesQuery } from '../../shell/countries.ts';
import { phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useMay } from '../../shell/session/session.ts';
import { useDecision } from '../../shell/use-decision.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import css from './client.module.css';
import { ClientCare } from './client-care.tsx';
import { ClientDecisions } from './client-decisions.tsx';
import { ClientFlags } from './client-flags.tsx';
import { ClientLimits } from './client-limits.tsx';
import { clientQueries } from './client-queries.ts';
import { ClientRole } from './client-role.tsx';

/** One client with all decisions. */
export function ClientScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(clientQueries.one(Number(id)));
  const mayDecide = useMay('bidManageBidPrice');
  const { ask, dialog } = useDecision([clientQueries.all]);
  const { data } = query;
  usePageTitle({
    title: data?.client.name ?? t('users.card.title'),
    note: data?.client.clientId,
    back: paths.clients(),
  });
  return (
    <Page dense>
      {query.isPending && <SkeletonRows rows={8} photoWidth={0} />}
      {query.isError && !data && (
        <FailedState
          title={t('users.clients.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <>
          {!mayDecide && <p className={css.readOnly}>{t('users.clients.readOnly')}</p>}
          <div className={css.parts}>
            <ClientLimits client={data.client} ask={mayDecide ? ask : null} />
            <ClientRole client={data.client} ask={mayDecide ? ask : null} />
            <ClientCare view={data} ask={mayDecide ? ask : null} />
            <ClientFlags client={data.client} ask={mayDecide ? ask : null} />
            <Contacts client={data.client} />
            <ClientDecisions decisions={data.decisions} />
          </div>
        </>
      )}
      {dialog}
    </Page>
  );
}

function Contacts({ client }: { client: Parameters<typeof ClientRole>[0]['client'] }) {
  const { data: countries = [] } = useQuery(countriesQuery);
  const country = countries.find(({ value }) => value === client.countryId)?.label;
  return (
    <section className="panel" aria-labelledby="client-contacts">
      <h2 id="client-contacts">{t('users.contact')}</h2>
      <DataList>
        <DataRow label={t('users.email')}>
          <a href={`mailto:${client.email}`}>{client.email}</a>
          {!client.emailVerified && <span className="quiet small"> {t('users.clients.unverified')}</span>}
        </DataRow>
        <DataRow label={t('users.mobile')}>{client.mobile ? phone(client.mobile) : '–'}</DataRow>
        <DataRow label={t('users.officePhone')}>{client.officePhone ? phone(client.officePhone) : '–'}</DataRow>
        <DataRow label={t('users.company')}>{client.company ?? '–'}</DataRow>
        <DataRow label={t('users.country')}>{[country, client.city].filter(Boolean).join(', ') || '–'}</DataRow>
        <DataRow label={t('users.card.registered')}>
          <JapanTime at={client.createdAt} shape="full" zone />
        </DataRow>
        <DataRow label={t('users.card.lastLogin')}>
          {client.lastLoginAt ? <JapanTime at={client.lastLoginAt} shape="full" zone /> : t('users.card.never')}
        </DataRow>
      </DataList>
    </section>
  );
}
