import type { ReviewRow } from '@seri/contract/sheets/review-routes.ts';
import {
  REVIEW_FILTERS,
  REVIEW_PAGE_SIZE,
  type ReviewFilter,
  type ReviewScope,
  reviewSearch,
} from '@seri/contract/sheets/review-search.ts';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useScreenSearch } from '../../shell/search.ts';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { ListPager } from '../../ui/data/list-pager.tsx';
import { SkeletonRows } from '../../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { TagList } from '../../ui/data/tag-list.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { causeText } from '../value-text.ts';
import css from './review.module.css';
import { reviewQueries } from './review-queries.ts';

/** Auction sheets that need a manager: those that contradict the list first, then by cut-off. */
export function SheetsScreen() {
  usePageTitle({ title: t('sheets.review.title') });
  const [search, setSearch] = useScreenSearch(reviewSearch);
  const { data, error, refetch } = useQuery(reviewQueries.list(search));
  return (
    <Page dense>
      <div className={css.head}>
        <Segmented
          name={t('sheets.review.shown')}
          value={search.filter}
          options={REVIEW_FILTERS.map((value) => ({ value, label: t(`sheets.review.filter.${value}`) }))}
          // Only sheets that cannot be read have a cause.
          onChange={(filter: ReviewFilter) => void setSearch({ filter, cause: undefined, page: undefined })}
        />
        {data && data.contradictions > 0 && (
          <span className={css.disagree}>{t('sheets.review.differing', { count: data.contradictions })}</span>
        )}
      </div>
      <TagList
        tags={tagsOf(search).map(({ key, label }) => ({
          key,
          label,
          onRemove: () => void setSearch({ [key]: undefined, page: undefined }),
        }))}
        clearLabel={t('Common.ClearAll')}
        onClear={() => void setSearch({ source: undefined, cause: undefined, page: undefined })}
      />
      {!data && !error && <SkeletonRows rows={8} photoWidth={0} />}
      {!data && error && (
        <FailedState
          title={t('sheets.review.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.rows.length === 0 && (
        <EmptyState icon={IconFileCheck} title={t('sheets.review.none')} text={t('sheets.review.noneText')} />
      )}
      {data && data.rows.length > 0 && (
        <ul className={`panel ${css.rows}`}>
          {data.rows.map((row) => (
            <SheetRow key={row.lotId} row={row} scope={search} />
          ))}
        </ul>
      )}
      {data && data.total > REVIEW_PAGE_SIZE && (
        <ListPager
          page={search.page}
          pageSize={REVIEW_PAGE_SIZE}
          total={data.total}
          pageSizes={[REVIEW_PAGE_SIZE]}
          onPage={(page) => void setSearch({ page })}
          onPageSize={() => undefined}
        />
      )}
    </Page>
  );
}

/** Tags for the source and cause to which the list is limited. */
const tagsOf = ({ source, cause }: ReviewScope): { key: 'source' | 'cause'; label: string }[] => [
  ...(source === undefined ? [] : [{ key: 'source' as const, label: t('sheets.review.ofSource', { source }) }]),
  ...(cause === undefined ? [] : [{ key: 'cause' as const, label: causeText(cause) }]),
];

function SheetRow({ row, scope }: { row: ReviewRow; scope: ReviewScope }) {
  const { filter, source, cause } = scope;
  const { lotId, lotNo, house, vehicle, year, cutoffAt, bids, state, problem, read, unread, contradictions } = row;
  return (
    <li>
      <Link {...paths.sheetReview(lotId, { filter, source, cause })} className={css.row}>
        <span className={css.lot}>
          <b>
            {lotNo} {house}
          </b>
          <span className="quiet small">
            {vehicle}
            {year === null ? '' : ` ${year}`}
          </span>
        </span>
        <span className="quiet small">
          {t('sheets.review.cutoff')} <JapanTime at={cutoffAt} zone />
          {bids > 0 && ` · ${t('sheets.review.bids', { count: bids })}`}
        </span>
        <span className={css.counts}>
          {contradictions > 0 && (
            <span className={css.disagree}>{t('sheets.review.differing', { count: contradictions })}</span>
          )}
          {problem && <span className={css.disagree}>{causeText(problem)}</span>}
          {state === 'waiting' && <span className="quiet">{t('sheets.review.waiting')}</span>}
          {state === 'read' && (
            <span className="quiet">
              {t('sheets.review.readCount', { count: read })}
              {unread > 0 && ` · ${t('sheets.review.unreadCount', { count: unread })}`}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
