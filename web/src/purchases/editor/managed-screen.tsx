import { Textarea } from '@mantine/core';
import { PURCHASE_STATUSES } from '@seri/contract/purchases/list-search.ts';
import { type ManagedPurchase, setPurchaseNote, setPurchaseStatus } from '@seri/contract/purchases/manager-routes.ts';
import { MAX_NOTE_LENGTH } from '@seri/contract/purchases/shipping.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { japanFullDate, phone } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useMay } from '../../shell/session/session.ts';
import { type Decide, useDecision } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FailedState } from '../../ui/data/state-message.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { ComparisonPart } from '../cost-part.tsx';
import { DueDays } from '../due-days.tsx';
import { PartyLines } from '../parties-part.tsx';
import { statusCode } from '../purchase-status.tsx';
import { purchaseQueries } from '../queries.ts';
import { TransportSteps } from '../transport-steps.tsx';
import css from './purchase-editor.module.css';
import { DocumentEditor } from './purchase-editor-documents.tsx';
import { EventList } from './purchase-editor-events.tsx';
import { FeeEditor } from './purchase-editor-fees.tsx';
import { type ManagedDetails, purchaseEditorQueries } from './purchase-editor-queries.ts';
import { ShippingEditor } from './purchase-editor-shipping.tsx';

/** One purchase with all of a manager's actions. */
export function ManagedScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery(purchaseEditorQueries.one(Number(id)));
  usePageTitle({
    title: data?.purchase.title ?? t('purchases.manager.title'),
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
  const decide = mayDecide ? decision.decide : null;
  const client = useQueryClient();
  const refetch = () => client.fetchQuery({ ...purchaseEditorQueries.one(purchaseId), staleTime: 0 });
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
      <TransportSteps logistics={logistics} steps={steps} />
      <div className={css.parts}>
        <div>
          <StatusEditor purchase={purchase} decide={decide} />
          <ShippingEditor purchaseId={purchaseId} logistics={logistics} decide={decide} />
          <NoteEditor purchaseId={purchaseId} note={details.note} decide={decide} />
        </div>
        <div>
          <DocumentEditor purchaseId={purchaseId} documents={details.documents} refetch={refetch} decide={decide} />
          <DueDays purchaseId={purchaseId} rows={details.checkList} decide={decide} />
          <EventList events={details.events} />
        </div>
        <div>
          <FeeEditor details={details} refetch={refetch} decide={decide} />
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
    <section className="panel" aria-labelledby="editor-buyer">
      <h2 id="editor-buyer">{t('users.card.title')}</h2>
      <DataList>
        <DataRow label={t('users.card.name')}>
          <Link {...paths.client(purchase.userId)}>{purchase.client}</Link> {purchase.clientId}
        </DataRow>
        {company && <DataRow label={t('users.company')}>{company}</DataRow>}
        <DataRow label={t('users.email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </DataRow>
        <DataRow label={t('users.mobile')}>{mobile ? phone(mobile) : '–'}</DataRow>
        <DataRow label={t('payments.manager.title')}>
          <Link {...paths.clientMoney(purchase.userId)}>{t('purchases.manager.toMoney')}</Link>
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

interface NoteEditorProps {
  purchaseId: number;
  note: string;
  decide: Decide | null;
}

/** The text the client reads as the manager’s notes. */
const NoteEditor = (props: NoteEditorProps) => (
  <section className="panel" aria-labelledby="editor-note">
    <h2 id="editor-note">{t('Purchased.Notes')}</h2>
    {/* Remount after a save, so that the next edit starts from the saved note. */}
    <NoteField key={props.note} {...props} />
  </section>
);

function NoteField({ purchaseId, note, decide }: NoteEditorProps) {
  const [text, setText] = useState(note);
  const save = () =>
    decide?.(
      setPurchaseNote,
      { purchaseId, note: text.trim() },
      { title: t('purchases.manager.askNote'), note: t('purchases.manager.noteText') },
    );
  return (
    <div className={css.form}>
      <Textarea
        aria-labelledby="editor-note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={!decide}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {decide && text.trim() !== note && (
        <div className={css.actions}>
          <ActionButton onClick={save}>{t('users.save')}</ActionButton>
          <ActionButton kind="plain" onClick={() => setText(note)}>
            {t('users.discard')}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

interface StatusEditorProps {
  purchase: ManagedPurchase;
  decide: Decide | null;
}

/** Status of the car; the client is notified of each change. */
function StatusEditor({ purchase, decide }: StatusEditorProps) {
  const now = statusCode(purchase.status);
  const textOf = (status: (typeof PURCHASE_STATUSES)[number] | null) =>
    status === null ? String(purchase.status) : t(`PurchaseStatus.${status}`);
  const choose = (value: string | null) => {
    const status = PURCHASE_STATUSES.find((known) => String(known) === value);
    if (status === undefined || status === now) return;
    decide?.(
      setPurchaseStatus,
      { purchaseId: purchase.purchaseId, status },
      {
        title: t('purchases.manager.askStatus', { car: purchase.title }),
        changes: [{ label: t('purchases.row.status'), from: textOf(now), to: textOf(status) }],
        note: t('purchases.manager.told', { name: purchase.client }),
      },
    );
  };
  return (
    <section className="panel" aria-labelledby="editor-status">
      <h2 id="editor-status">{t('purchases.row.status')}</h2>
      <div className={css.form}>
        <ChoiceField
          aria-label={t('purchases.row.status')}
          searchable={false}
          allowDeselect={false}
          disabled={!decide}
          data={PURCHASE_STATUSES.map((status) => ({ value: String(status), label: t(`PurchaseStatus.${status}`) }))}
          value={now === null ? null : String(now)}
          onChange={choose}
        />
      </div>
    </section>
  );
}
