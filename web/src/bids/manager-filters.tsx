import type { BidIndexQuery } from '@seri/contract/bids/routes.ts';
import type { ReactNode } from 'react';
import { serverNow } from '../shell/clock.ts';
import { japanDate, japanIsoDay } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TagList } from '../ui/tag-list.tsx';
import { LotSearch } from './lot-search.tsx';
import css from './manager-filters.module.css';
import { useKnownClients } from './queries.ts';

interface ManagerFiltersProps {
  search: BidIndexQuery;
  onChange: (patch: Partial<BidIndexQuery>) => void;
  onLot: (lotNo: string | undefined) => void;
  /** Sorting, where no table head does it. */
  sort?: ReactNode;
}

const DAYS_BACK = 3;
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

const daysAround = (): string[] =>
  Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, index) =>
    japanIsoDay(serverNow() + (index - DAYS_BACK) * DAY_MS),
  );

/** Lot number, auction day and client, and what of them is set. */
export function ManagerFilters({ search, onChange, onLot, sort }: ManagerFiltersProps) {
  const clients = useKnownClients();
  const nameOf = (userId: number) => clients.get(userId) ?? String(userId);
  const days = [...new Set([...daysAround(), ...search.auctionDate])].sort();
  const people = [...new Set([...clients.keys(), ...search.user])];
  const without = <V,>(list: readonly V[], item: V) => list.filter((other) => other !== item);
  const tags = [
    ...search.auctionDate.map((day) => ({
      key: day,
      label: japanDate(day),
      onRemove: () => onChange({ auctionDate: without(search.auctionDate, day) }),
    })),
    ...search.user.map((userId) => ({
      key: `user-${userId}`,
      label: nameOf(userId),
      onRemove: () => onChange({ user: without(search.user, userId) }),
    })),
  ];
  return (
    <div className={css.filters}>
      <div className={css.filter}>
        <SelectField
          label={t('bids.filter.date')}
          options={days.map((day) => ({ value: day, label: japanDate(day) }))}
          value={search.auctionDate}
          onChange={(auctionDate) => onChange({ auctionDate })}
        />
      </div>
      <div className={css.filter}>
        <SelectField
          label={t('bids.filter.client')}
          options={people.map((userId) => ({ value: String(userId), label: nameOf(userId) }))}
          value={search.user.map(String)}
          onChange={(user) => onChange({ user: user.map(Number) })}
        />
      </div>
      <div className={css.tags}>
        <TagList
          tags={tags}
          clearLabel={t('Common.ClearAll')}
          onClear={() => onChange({ auctionDate: [], user: [] })}
        />
      </div>
      <div className={css.find}>
        <LotSearch lotNo={search.lotNo} onChange={onLot} />
        {sort}
      </div>
    </div>
  );
}
