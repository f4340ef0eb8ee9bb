import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { BookPart } from './book-part.tsx';
import css from './deposits.module.css';
import { Balance, Credit } from './manager-labels.tsx';
import { paymentManagerQueries } from './manager-queries.ts';
import { PostingsPart } from './postings-part.tsx';

/** One client's money: balance, postings, and the form to book. */
export function ClientMoneyScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery(paymentManagerQueries.client(Number(id)));
  const mayDecide = useMay('bidManageBidPrice');
  const { decide, dialog } = useDecision([paymentManagerQueries.all, ['users', 'clients'], ['purchases']]);
  const client = data?.client;
  usePageTitle({ title: client?.name ?? t('payments.manager.title'), note: client?.clientId, back: paths.deposits() });
  return (
    <Page dense>
      {!client && !error && <SkeletonRows rows={8} photoWidth={0} />}
      {!client && error && (
        <FailedState
          title={t('payments.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {client && (
        <>
          {!mayDecide && <p className={css.readOnly}>{t('users.clients.readOnly')}</p>}
          <div className={css.columns}>
            <div className={css.side}>
              <section className={`panel ${css.part}`} aria-labelledby="money-now">
                <h2 id="money-now">{t('users.balance')}</h2>
                <DataList>
                  <DataRow label={t('users.balanceNow')} strong>
                    <Balance yen={client.balanceYen} />
                  </DataRow>
                  <DataRow label={t('users.card.creditLimit')}>
                    <Credit yen={client.creditLimitYen} />
                  </DataRow>
                  <DataRow label={t('users.clients.held')}>
                    <Balance yen={client.exposureYen} />
                  </DataRow>
                </DataList>
                <p className={css.links}>
                  <Link {...paths.client(client.userId)}>{t('payments.manager.toClient')}</Link>
                  <Link {...paths.purchasesOf(client.userId)}>{t('payments.manager.toPurchases')}</Link>
                </p>
              </section>
              {mayDecide && <BookPart client={client} decide={decide} />}
            </div>
            <PostingsPart client={client} mayDecide={mayDecide} />
          </div>
        </>
      )}
      {dialog}
    </Page>
  );
}
