import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS, LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import type { CommittedBid } from '@seri/contract/users/client-figures-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { SheetDiffers } from '../../sheets/sheet-differs-panel.tsx';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Grade, LotCell, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import { listQueries } from '../core/list-queries.ts';
import lists from '../core/lists.module.css';
import { DecisionCell } from '../decision/decision-cell.tsx';
import { EditBid } from '../decision/edit-bid.tsx';
import { BidPlace } from '../lists/bid-place.tsx';
import { GroupCell } from '../manager/agent-cell.tsx';
import { BidKeys } from '../manager/bid-keys.tsx';
import { CutoffCell } from '../manager/cutoff-cell.tsx';
import { FailedDialog } from '../manager/failed-dialog.tsx';
import { VehicleLine } from '../manager/manager-row.tsx';
import { StateNotice } from '../manager/state-notice.tsx';
import { createSelectionAndUndo, SelectionAndUndoContext } from '../queue/selection-and-undo.ts';
import { useRowActions } from '../queue/use-row-actions.ts';
import css from './client-bids.module.css';

const queryOf = (userId: number): BidIndexQuery => ({
  ...{ user: [userId], bidStatus: [], auctionDate: [], auction: [], chassisId: [], condition: [], mileage: [] },
  ...{ bidGroups: [], status: [], page: 1, pageSize: 70 },
});

interface ClientBidsProps {
  userId: number;
  /** The yen that each bid adds to the client's committed money, once it is known. */
  committed: readonly CommittedBid[] | undefined;
}

/** Open bids of one client with the decisions of the queue. */
export function ClientBids({ userId, committed }: ClientBidsProps) {
  const { data, error, isPending, dataUpdatedAt } = useQuery(listQueries.index(queryOf(userId)));
  const [store] = useState(createSelectionAndUndo);
  const rows = (data?.cars ?? []).filter(
    ({ bidStatus }) => LIVE_STATUSES.includes(bidStatus ?? 0) || bidStatus === BID_STATUS.dontBid,
  );
  const undecided = rows.filter(({ bidStatus }) => bidStatus === BID_STATUS.new).length;
  const pages = {
    ...{ shown: 1, count: 1, readAtMs: dataUpdatedAt, total: rows.length, undecided, open: () => {} },
  };
  return (
    <SelectionAndUndoContext value={store}>
      <section className={`panel ${css.panel}`} aria-labelledby="client-bids">
        <div className={css.head}>
          <h2 id="client-bids">{t('bids.ofClient.title')}</h2>
          {data && <span className="quiet small">{t('bids.ofClient.count', { count: rows.length, undecided })}</span>}
          <Link {...paths.bidManager()} search={{ user: [userId] } as never} className={`finger-link ${css.all}`}>
            {t('bids.ofClient.all')}
          </Link>
        </div>
        {isPending && <SkeletonRows rows={3} photoWidth={64} />}
        {error && !data && <FormAlert>{errorText(error)}</FormAlert>}
        {data && rows.length === 0 && <p className={`quiet ${css.empty}`}>{t('bids.ofClient.none')}</p>}
        {rows.length > 0 && <Heads />}
        {rows.map((row) => (
          <ClientBid key={row.bidId} row={row} committed={committed?.find(({ bidId }) => bidId === row.bidId)} />
        ))}
        <BidKeys rows={rows} pages={pages} />
      </section>
      <div className={css.dock}>
        <StateNotice />
      </div>
    </SelectionAndUndoContext>
  );
}

/** Column heads of the wide layout; the cells name themselves to screen readers. */
const Heads = () => (
  <div className={`${css.row} ${css.heads} quiet small`} aria-hidden>
    <span className={css.lot}>{t('bids.ofClient.lot')}</span>
    <span className={css.vehicle}>{t('bids.col.vehicle')}</span>
    <span className={css.amount}>{t('bids.ofClient.amount')}</span>
    <span className={css.place}>{t('bids.place.head')}</span>
    <span className={css.group}>{t('bids.head.bidGroup')}</span>
    <span className={css.cutoff}>{t('bids.col.cutoff')}</span>
    <span className={css.decision}>{t('bids.col.status')}</span>
  </div>
);

function ClientBid({ row, committed }: { row: BidRow; committed: CommittedBid | undefined }) {
  const actions = useRowActions(row);
  const { saving, edit } = actions;
  return (
    <article {...actions.rowProps} className={css.row} data-failed={saving.failure !== null || undefined}>
      <LotCell row={row} className={css.lot} />
      <div className={`${lists.lines} ${css.vehicle}`}>
        <LotLink row={row} className={lists.name}>
          {vehicleName(row)} {row.year}
        </LotLink>
        <VehicleLine row={row} saving={saving} />
        <SheetDiffers lotId={row.id} differs={row.sheetDiffers} />
      </div>
      <div className={css.grade}>
        <Grade condition={row.condition} />
      </div>
      <div className={css.amount}>
        <b>
          <Money yen={row.bidAmount} />
        </b>
        <Reserved committed={committed} />
      </div>
      <div className={css.place}>
        <BidPlace row={row} />
      </div>
      <div className={css.group}>
        <GroupCell row={row} />
      </div>
      <div className={css.cutoff}>
        <CutoffCell row={row} isInHour={false} />
      </div>
      <div className={css.decision}>
        <DecisionCell row={row} actions={actions} withChat />
      </div>
      {edit.isMounted && (
        <EditBid key={edit.time} row={row} saving={saving} opened={edit.isOpen} onClose={edit.close} />
      )}
      <FailedDialog failure={saving.failure} onClose={saving.markRead} />
    </article>
  );
}

/** The yen that the bid adds to the client's committed money, or the group that counts another bid instead. */
function Reserved({ committed }: { committed: CommittedBid | undefined }) {
  if (!committed) return null;
  const { reservedYen, group } = committed;
  return (
    <span className="quiet small">
      {reservedYen === 0 && group ? (
        t('bids.ofClient.inGroup', { group: groupLabel(group.value) })
      ) : (
        <>
          {t('bids.ofClient.reserved')} <Money yen={reservedYen} />
        </>
      )}
    </span>
  );
}
