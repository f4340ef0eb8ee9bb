import type { BidGroupOption } from '@seri/contract/bids/group-routes.ts';
import { groupLabel, MAX_GROUP_CARS } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../shell/i18n/i18n.ts';
import { DataRow } from '../../ui/data/data-row.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import css from './panel.module.css';
import { bidQueries, useSetGroup } from './queries.ts';
import { RefusalNote } from './refusal-note.tsx';
import type { BidDraft } from './use-bid-draft.ts';

interface GroupSelectProps {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Owner of the groups; null is the current user. */
  userId: number | null;
  disabled?: boolean;
}

/** Select for a group A to J, or none. */
export function GroupSelect({ value, onChange, userId, disabled }: GroupSelectProps) {
  const { data } = useQuery(bidQueries.groups(userId));
  // The chosen group has its letter before the list arrives.
  const groups = data ?? (value === null ? [] : [{ value, label: groupLabel(value) }]);
  const none = groups.find((group) => group.value === -1)?.label ?? '--';
  return (
    <SelectField
      single
      label={t('bids.group.label')}
      allLabel={none}
      disabled={disabled}
      options={groups
        .filter((group) => group.value !== -1)
        .map(({ value: id, label }) => ({ value: String(id), label }))}
      value={value === null ? [] : [String(value)]}
      onChange={([chosen]) => onChange(chosen === undefined ? null : Number(chosen))}
    />
  );
}

export const GroupField = ({ draft }: { draft: BidDraft }) => (
  <GroupSelect value={draft.group} onChange={draft.setGroup} userId={draft.client?.userId ?? null} />
);

const carsText = (cars: number): string =>
  cars === UNLIMITED ? t('bids.group.any') : t('bids.group.cars', { count: cars });

const ALL_NUMBERS = [...Array.from({ length: MAX_GROUP_CARS }, (_, place) => place + 1), UNLIMITED];

/** Number of cars the chosen group buys, and its effect on this bid. */
export function GroupTerms({ value, userId }: { value: number; userId: number | null }) {
  const { data: groups, error } = useQuery(bidQueries.groups(userId));
  const setGroup = useSetGroup();
  const group = groups?.find((option) => option.value === value);
  if (error && !groups) return <RefusalNote error={error} title={t('bids.group.failed')} />;
  if (groups && !group) return null;
  // Shown while it loads too, so that nothing below moves under a finger when it arrives.
  const { cars = null, fewest = 1 } = group ?? {};
  const shown = setGroup.isPending ? setGroup.variables.cars : cars;
  return (
    <div className={css.terms}>
      <div className={css.termsHead}>
        <SelectField
          single
          label={t('bids.group.buys')}
          disabled={!group || setGroup.isPending}
          allLabel="–"
          options={ALL_NUMBERS.filter((number) => number === UNLIMITED || number >= fewest).map((number) => ({
            value: String(number),
            label: carsText(number),
          }))}
          value={shown === null ? [] : [String(shown)]}
          onChange={([chosen]) =>
            chosen !== undefined && setGroup.mutate({ value, cars: Number(chosen), ...ofClient(userId) })
          }
        />
        <span className="quiet">{group ? stateText(group) : '–'}</span>
      </div>
      {setGroup.error && <RefusalNote error={setGroup.error} />}
      <p className="quiet">{t(shown === UNLIMITED ? 'bids.group.ruleAny' : 'bids.group.rule')}</p>
    </div>
  );
}

/** Call parameter for the owner of the group. */
export const ofClient = (userId: number | null) => (userId === null ? {} : { userId });

const stateText = ({ bids, wins }: BidGroupOption): string =>
  bids + wins === 0
    ? t('bids.group.empty')
    : [t('bids.group.bids', { count: bids }), ...(wins > 0 ? [t('bids.group.wins', { count: wins })] : [])].join(', ');

/** Group row of the dialog that confirms a bid. */
export function GroupRow({ value, userId }: { value: number; userId: number | null }) {
  const { data: groups } = useQuery(bidQueries.groups(userId));
  const group = groups?.find((option) => option.value === value);
  return (
    <DataRow label={t('bids.group.label')}>
      {group ? t('bids.group.confirm', { group: group.label, cars: carsText(group.cars) }) : groupLabel(value)}
    </DataRow>
  );
}

/** Group of a bid in a list, with a note if the bid waits for its group. */
export const groupText = ({ bidGroup, groupWaits }: Pick<BidRow, 'bidGroup' | 'groupWaits'>): string =>
  bidGroup === null ? '' : t(groupWaits ? 'bids.group.waits' : 'bids.group.of', { group: groupLabel(bidGroup) });
