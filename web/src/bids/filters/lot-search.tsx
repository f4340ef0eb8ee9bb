import { useDebouncedValue } from '@mantine/hooks';
import { MAX_LOT_NO_DIGITS } from '@seri/contract/bids/list-filters.ts';
import type { BidType, ListName } from '@seri/contract/bids/list-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { SearchSelect } from '../../ui/forms/search-select.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { listQueries } from '../core/list-queries.ts';
import css from './list-filters.module.css';

interface LotSearchProps {
  list: ListName;
  bidType?: BidType;
  lotNo: string | undefined;
  onChange: (lotNo: string | undefined) => void;
}

/**
 * Search by lot number, digits only (business-rules.md#bid-list-filters). Suggests lots that start with the digits; a
 * complete number, Enter or a choice applies the filter.
 */
export function LotSearch({ list, bidType = 'all', lotNo = '', onChange }: LotSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const text = typed ?? lotNo;
  const [debounced] = useDebouncedValue(text, DELAY_MS.lotSearch);
  const isSearching = typed !== null && debounced !== '' && debounced === text;
  const { data: hints } = useQuery({ ...listQueries.hints(list, bidType, debounced), enabled: isSearching });
  const apply = useEffectEvent((found: string) => {
    setTyped(null);
    setChosen(null);
    if (found !== lotNo) onChange(found || undefined);
  });
  const isComplete = isSearching && hints?.some((hint) => String(hint.lotNo) === debounced);
  useEffect(() => {
    if (isComplete) apply(debounced);
  }, [isComplete, debounced]);
  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(() => apply(chosen), DELAY_MS.selectedCar);
    return () => clearTimeout(timer);
  }, [chosen]);
  return (
    <div className={css.search}>
      <SearchSelect
        label={t('bids.search.lotNo')}
        clearLabel={t('bids.search.clear')}
        text={text}
        onText={(raw) => {
          const digits = raw.replace(/\D/g, '').slice(0, MAX_LOT_NO_DIGITS);
          setTyped(digits);
          if (digits === '') apply('');
        }}
        onEnter={() => apply(text)}
        options={isSearching ? (hints ?? []).map(hintOption) : []}
        onChoose={(bidId) => {
          const hint = hints?.find((one) => String(one.bidId) === bidId);
          if (!hint) return;
          setTyped(String(hint.lotNo));
          setChosen(String(hint.lotNo));
        }}
        emptyText={isSearching && hints?.length === 0 ? t('ui.empty') : undefined}
        inputMode="numeric"
        maxLength={MAX_LOT_NO_DIGITS + 10}
        note={null}
        isBad={false}
      />
    </div>
  );
}

const hintOption = ({ bidId, lotNo, auctionName }: { bidId: number; lotNo: number; auctionName: string }) => ({
  value: String(bidId),
  label: `${lotNo} · ${auctionName}`,
});
