import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { japanFullDate, phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useMay } from '../../shell/session/session.ts';
import { useDecision } from '../../shell/use-decision.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { CarWay } from '../car-way.tsx';
import { ComparisonPart } from '../cost-part.tsx';
import { DueDays } from '../due-days.tsx';
import { PartyLines } from '../parties-part.tsx';
import { purchaseQueries } from '../queries.ts';
import css from './purchase-editor.module.css';
import { DeskEvents } from './purchase-editor-events.tsx';
import { DeskFees } from './purchase-editor-fees.tsx';
import { DeskNote } from './purchase-editor-note.tsx';
import { DeskPapers } from './purchase-editor-papers.tsx';
import { deskQueries, type ManagedDetails } from './purchase-editor-queries.ts';
import { DeskShipping } from './purchase-editor-shipping.tsx';
import { DeskStatus } from './purchase-editor-status.tsx';

/** One purchase with all of a manager's actions. */
export function ManagedScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery(deskQueries.one(Number(id)));
  usePageTitle({
    title: data?.purchase.title ?? t('purchases.desk.title'),
    note: data?.carDetail.id,
    back: paths.purchases(),
  });
  return (
    <Page dense>
      {!data && !error && <SkeletonRows rows={8} photoWidth={0} />}
      {!data && error && (
        <FailedState
          title={t('purchases.car.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Managed details={data} />}
    </Page>
  );
}

function Managed({ details }: { details: ManagedDetails }) {
  const { purchase, carDetail, logistics, steps } = details;
  const { purchaseId } = purchase;
  const mayDecide = useMay('bidManageBidPrice');
  const decision = useDecision([purchaseQueries.all, ['payments'], ['users', 'clients']]);
  const ask = mayDecide ? decision.ask : null;
  const client = useQueryClient();
  const isThere = () => client.fetchQuery({ ...deskQueries.one(purchaseId), staleTime: 0 });
  return (
    <>
      <div className={css.head}>
        <p className="quiet">
          {t('purchases.bought', { date: japanFullDate(carDetail.purchaseDate) })} · {carDetail.auction},{' '}
          {t('purchases.lot', { lotNo: carDetail.lotNo })}
          {carDetail.chassis && ` · ${carDetail.chassis}`}
        </p>
        <LinkButton {...paths.lotOn(carDetail.pageType, carDetail.carId)} kind="plain">
          {t('purchases.lotPage')}
        </LinkButton>
      </div>
      {!mayDecide && <p className={css.readOnly}>{t('users.clients.readOnly')}</p>}
      <CarWay logistics={logistics} steps={steps} />
      <div className={css.parts}>
        <div>
          <DeskStatus purchase={purchase} ask={ask} />
          <DeskShipping purchaseId={purchaseId} logistics={logistics} ask={ask} />
          <DeskNote purchaseId={purchaseId} note={details.note} ask={ask} />
        </div>
        <div>
          <DeskPapers purchaseId={purchaseId} documents={details.documents} isThere={isThere} ask={ask} />
          <DueDays purchaseId={purchaseId} rows={details.checkList} ask={ask} />
          <DeskEvents events={details.events} />
        </div>
        <div>
          <DeskFees details={details} isThere={isThere} ask={ask} />
          {details.estimate && (
            <div className={`panel ${css.compared}`}>
              <ComparisonPart details={details} isOwn={false} />
            </div>
          )}
          <BuyerPart details={details} />
        </div>
      </div>
      {decision.dialog}
    </>
  );
}

function BuyerPart({ details }: { details: ManagedDetails }) {
  const { purchase, consignee, notifyParty, company, email, mobile } = details;
  return (
    <section className="panel" aria-labelledby="desk-buyer">
      <h2 id="desk-buyer">{t('users.card.title')}</h2>
      <DataList>
        <DataRow label={t('users.card.name')}>
          <Link {...paths.client(purchase.userId)}>{purchase.client}</Link> {purchase.clientId}
        </DataRow>
        {company && <DataRow label={t('users.company')}>{company}</DataRow>}
        <DataRow label={t('users.email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </DataRow>
        <DataRow label={t('users.mobile')}>{mobile ? phone(mobile) : '–'}</DataRow>
        <DataRow label={t('payments.desk.title')}>
          <Link {...paths.clientMoney(purchase.userId)}>{t('purchases.desk.toMoney')}</Link>
        </DataRow>
      </DataList>
      <h3>{t('purchases.consignee')}</h3>
      <PartyLines party={consignee} />
      <h3>{t('purchases.notifyParty')}</h3>
      {notifyParty.sameAsConsignee ? (
        <p className="quiet">{t('purchases.notifyParty.same')}</p>
      ) : (
        <PartyLines party={notifyParty} />
      )}
    </section>
  );
}
