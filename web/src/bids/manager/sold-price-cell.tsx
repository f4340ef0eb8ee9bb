import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateSoldPrice } from '@seri/contract/bids/routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { Money } from '../../ui/data/money.tsx';
import { numberOf } from '../../ui/theme/number-text.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import css from './manager.module.css';

interface SoldPriceCellProps {
  row: BidRow;
  saving: RowSave;
}

const focusInput = (input: HTMLInputElement | null) => input?.focus();

const soldTitle = ({ startPrice }: BidRow): string =>
  `${t('bids.row.start')} ${startPrice === null ? '–' : groupThousands(startPrice)}`;

/** Sold price, edited in place: click to enter, Enter or the check mark to save, Escape to discard. */
export function SoldPriceCell({ row, saving }: SoldPriceCellProps) {
  const mayEdit = useMay('bidManageSoldPrice') && row.bidStatus !== BID_STATUS.won && !row.archived;
  const { mutateAsync } = useVersionedMutation(updateSoldPrice);
  const [draft, setDraft] = useState<string | null>(null);
  const [seenVersion, setSeenVersion] = useState(row.version);
  if (!mayEdit && row.soldPrice === null) return null;
  if (!mayEdit)
    return (
      <span title={soldTitle(row)}>
        {t('bids.row.soldWord')} <Money yen={row.soldPrice} />
      </span>
    );
  if (draft === null) {
    return (
      <button
        type="button"
        className={css.editable}
        data-sold={row.soldPrice === null ? 'unknown' : 'known'}
        title={row.soldPrice === null ? undefined : soldTitle(row)}
        disabled={saving.isSaving}
        onClick={() => {
          setDraft(row.soldPrice === null ? '' : groupThousands(row.soldPrice));
          setSeenVersion(row.version);
        }}
      >
        {row.soldPrice !== null && (
          <span className={css.sold}>
            {t('bids.row.soldWord')} <Money yen={row.soldPrice} />
          </span>
        )}
        <span className="visually-hidden">{t('bids.row.editSold', { lotNo: row.lotNo })}</span>
        {row.soldPrice === null && <IconPencil size={14} stroke={1.6} aria-hidden />}
      </button>
    );
  }
  const leave = () => setDraft(null);
  const commit = () => {
    const soldPrice = numberOf(draft) || null;
    leave();
    if (soldPrice === row.soldPrice) return;
    const body = { bidId: row.bidId, soldPrice: soldPrice === null ? '' : String(soldPrice) };
    void saving.save({ soldPrice }, (version) => mutateAsync({ body, version }), seenVersion);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') leave();
  };
  return (
    <span className={css.mini}>
      <input
        ref={focusInput}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('bids.row.soldPrice')}
        value={draft}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const yen = numberOf(event.currentTarget.value);
          setDraft(yen ? groupThousands(yen) : '');
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => !event.currentTarget.parentElement?.contains(event.relatedTarget) && leave()}
      />
      <button type="button" aria-label={t('bids.row.commitSold')} onClick={commit}>
        <IconCheck size={16} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
