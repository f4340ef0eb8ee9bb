import { Switch } from '@mantine/core';
import { CLIENT_FLAGS, type Client, setClientFlags } from '@seri/contract/users/client-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ClientBids } from '../../bids/clientbids/client-bids-panel.tsx';
import { ReachedPanel } from '../../channels/reached-panel.tsx';
import { ClientPurchases } from '../../purchases/client-purchases-panel.tsx';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { countriesQuery } from '../../shell/countries.ts';
import { phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useMay } from '../../shell/session/session.ts';
import { type Decide, useDecision } from '../../shell/use-decision.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import css from './client.module.css';
import { ClientCare } from './client-care.tsx';
import { Habits } from './client-habits.tsx';
import { ClientHead } from './client-head.tsx';
import { ClientHistory } from './client-history.tsx';
import { ClientLimits } from './client-limits.tsx';
import { ClientMoney } from './client-money.tsx';
import { clientQueries } from './client-queries.ts';
import { ClientRole } from './client-role.tsx';
import { flagText, onOff } from './client-texts.ts';

/** One client with all decisions. */
export function ClientScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(clientQueries.one(Number(id)));
  const mayDecide = useMay('bidManageBidPrice');
  const { decide, dialog } = useDecision([clientQueries.all, clientQueries.pages]);
  const { data } = query;
  const { data: figures } = useQuery(clientQueries.figures(Number(id)));
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
          <ClientHead view={data} />
          <ClientMoney view={data} committed={figures?.committed} />
          <div className={css.screen}>
            <div className={css.bids}>
              <ClientBids userId={data.client.userId} committed={figures?.committed} />
              <ClientPurchases userId={data.client.userId} figures={figures} />
              {figures && <Habits habits={figures.habits} />}
            </div>
            <div className={css.parts}>
              <ClientLimits
                client={data.client}
                overbidYen={data.overbidYen}
                committed={figures?.committed}
                mayDecide={mayDecide}
              />
              <ClientCare view={data} decide={mayDecide ? decide : null} />
              <ClientFlags client={data.client} decide={mayDecide ? decide : null} />
              <ClientHistory userId={data.client.userId} />
              <ClientRole client={data.client} decide={mayDecide ? decide : null} />
              <Contacts client={data.client} />
              <ReachedPanel userId={Number(id)} />
            </div>
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

/** Flags of the client, in addition to the role: one line that opens the switches. */
function ClientFlags({ client, decide }: { client: Client; decide: Decide | null }) {
  const { userId, name, flags } = client;
  return (
    <section className="panel" aria-labelledby="client-flags">
      <details>
        <summary className={css.fold}>
          <h2 id="client-flags">{t('users.clients.flags')}</h2>
          <span className="quiet small">
            {t('users.clients.flagsOn', {
              on: CLIENT_FLAGS.filter((flag) => flags[flag]).length,
              all: CLIENT_FLAGS.length,
            })}
          </span>
        </summary>
        <div className={css.flags}>
          {CLIENT_FLAGS.map((flag) => (
            <Switch
              key={flag}
              size="md"
              label={flagText(flag)}
              disabled={!decide}
              checked={flags[flag]}
              onChange={(event) => {
                const isOn = event.currentTarget.checked;
                decide?.(
                  setClientFlags,
                  { userId, flags: { [flag]: isOn } },
                  {
                    title: t('users.clients.askFlag', { name }),
                    changes: [{ label: flagText(flag), from: onOff(!isOn), to: onOff(isOn) }],
                    note: t('users.clients.flagNote'),
                  },
                );
              }}
            />
          ))}
        </div>
      </details>
    </section>
  );
}
