import { bidDayView, type DayBid, type DayView } from '@seri/contract/bids/day-routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { japanDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { bidQueries } from '../core/queries.ts';
import { StaleNote } from '../lists/stale-note.tsx';
import css from './bid-day.module.css';
import { BidDayHouse } from './bid-day-house.tsx';

/**
 * View of an auction day: the next lots, the clients who may still buy them, and orders the agent has not confirmed.
 */
export function BidDayScreen() {
  const [{ day: requestedDay }, setSearch] = useScreenSearch(bidDayView.query);
  const query = useQuery(bidQueries.day(requestedDay));
  const { data } = query;
  usePageTitle({ title: t('bids.day.title'), back: paths.bidManager() });
  return (
    <Page dense bleed>
      {data && (
        <div className={css.head}>
          <div>
            <SelectField
              single
              label={t('bids.filter.date')}
              options={daysOf(data)}
              value={[data.day]}
              onChange={([day]) => void setSearch({ day })}
            />
          </div>
          <Totals view={data} />
        </div>
      )}
      <StaleNote query={query} />
      {query.isPending && <SkeletonRows rows={8} photoWidth={0} />}
      {query.isError && !data && (
        <FailedState
          title={t('bids.list.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.houses.length === 0 && (
        <EmptyState
          title={t('bids.day.empty')}
          text={t('bids.day.emptyText', { day: japanDate(data.day) })}
          action={<NextDay view={data} onOpen={(day) => void setSearch({ day })} />}
        />
      )}
      {data?.houses.map((house) => (
        <BidDayHouse key={house.name} house={house} />
      ))}
      {data?.isCut && <p className="quiet">{t('bids.day.cut')}</p>}
    </Page>
  );
}

/** Days with open bids, and the shown day. */
function daysOf({ day, days }: DayView) {
  const all = days.some(({ value }) => value === day) ? days : [{ value: day, bids: 0 }, ...days];
  return all.map(({ value, bids }) => ({ value, label: japanDate(value), counter: bids }));
}

/** Link from a day without bids to the next day that has some, or to the first of them. */
function NextDay({ view: { day, days }, onOpen }: { view: DayView; onOpen: (day: string) => void }) {
  const next = days.find(({ value }) => value > day) ?? days[0];
  if (!next) return null;
  return (
    <ActionButton onClick={() => onOpen(next.value)}>
      {t('bids.day.next', { day: japanDate(next.value), count: next.bids })}
    </ActionButton>
  );
}

const UNCONFIRMED: readonly DayBid['agentOrder'][] = ['waiting', 'sent', 'failed'];

/** Items that need attention now, and totals. */
function Totals({ view }: { view: DayView }) {
  const bids = view.houses.flatMap(({ lots }) => lots.flatMap((lot) => lot.bids));
  const open = bids.filter(({ bidStatus }) => bidStatus === BID_STATUS.new).length;
  const unconfirmed = bids.filter(({ agentOrder }) => UNCONFIRMED.includes(agentOrder)).length;
  const missed = bids.filter(({ notForwarded }) => notForwarded).length;
  return (
    <p className={css.totals} role="status">
      <span>{t('bids.total', { n: bids.length })}</span>
      <span data-tone={open > 0 ? 'amber' : undefined}>{t('bids.day.undecided', { count: open })}</span>
      <span data-tone={unconfirmed > 0 ? 'red' : undefined}>{t('bids.day.unconfirmed', { count: unconfirmed })}</span>
      {missed > 0 && <span data-tone="red">{t('bids.day.missed', { count: missed })}</span>}
    </p>
  );
}
