import { bidIndex } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { StatusBlock } from '../status/status-block.tsx';
import css from './manager.module.css';

interface RivalBidsProps {
  row: BidRow;
  rivals: NonNullable<BidRow['rivals']>;
}

/** `highest of 2`: other clients bid on the same lot; a press lists all of them. */
export function RivalBids({ row, rivals: { bids, place } }: RivalBidsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.rivals} onClick={() => setIsOpen(true)}>
        {place === 1 ? t('bids.rivals.highest', { bids }) : t('bids.rivals.place', { place, bids })}
      </button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('bids.rivals.title', { lotNo: row.lotNo })}>
        {isOpen && <RivalList row={row} />}
      </Dialog>
    </>
  );
}

function RivalList({ row }: { row: BidRow }) {
  const { data, error } = useQuery({
    queryKey: ['bids', 'list', 'rivals', row.id],
    queryFn: async ({ signal }) =>
      (
        await call(bidIndex, {
          query: { lotNo: String(row.lotNo), sort: 'bidAmount', order: 'DESC', pageSize: 70 },
          signal,
        })
      ).cars,
  });
  // Another auction house may have a lot of the same number.
  const bids = data?.filter(({ id, bidStatus }) => id === row.id && LIVE_STATUSES.includes(bidStatus ?? 0)) ?? [];
  if (error) return <FormAlert>{errorText(error)}</FormAlert>;
  return (
    <>
      <DataList>
        {bids.map((bid) => (
          <DataRow key={bid.bidId} label={bid.user?.name ?? '–'}>
            <span className={css.rivalBid}>
              <Money yen={bid.bidAmount} /> <StatusBlock status={bid.bidStatus ?? 0} size="small" />
            </span>
          </DataRow>
        ))}
      </DataList>
      <p className="quiet small">{t('bids.rule.highest')}</p>
    </>
  );
}
