import type { LotListing } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { LotPageInfo } from '@seri/contract/lots/records.ts';
import { useEffect } from 'react';
import { logFailure } from '../../shell/api/client-log.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { serverNow } from '../../shell/i18n/clock.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { EmptyState, FailedState } from '../../ui/data/state-message.tsx';
import { filterOf, isFiltered } from '../core/lot-search.ts';
import type { LotSearch } from '../core/use-lot-search.ts';

interface NothingFoundProps {
  search: LotListing;
  lots: LotSearch;
  pageInfo: LotPageInfo | undefined;
}

/** Empty states: no matching lot, a page beyond the last one, all matching lots closed, or no upcoming lots at all. */
export function NothingFound({ search, lots, pageInfo }: NothingFoundProps) {
  if (search.page > 1) {
    return (
      <EmptyState
        title={t('lots.empty.page')}
        text={t('lots.empty.pageText')}
        action={<ActionButton onClick={() => lots.setPage(1)}>{t('lots.empty.firstPage')}</ActionButton>}
      />
    );
  }
  const closed = pageInfo?.closedResults ?? 0;
  if (search.open !== '0' && closed > 0) {
    return (
      <EmptyState
        title={t('lots.empty.noneOpen')}
        text={t('lots.empty.noneOpenText')}
        action={
          <ActionButton onClick={() => void lots.apply({ open: '0' })}>
            {t('lots.closed.chip', { n: groupThousands(closed) })}
          </ActionButton>
        }
      />
    );
  }
  if (!isFiltered(filterOf(search))) return <EmptyState title={t('lots.empty.none')} text={t('lots.empty.noneText')} />;
  return (
    <EmptyState
      title={t('lots.empty.title')}
      text={t('lots.empty.text')}
      action={<ActionButton onClick={lots.clear}>{t('Common.ResetFilter')}</ActionButton>}
    />
  );
}

interface ListFailedProps {
  pageType: PageType;
  error: unknown;
  onRetry: () => unknown;
  onReset: () => void;
}

export function ListFailed({ pageType, error, onRetry, onReset }: ListFailedProps) {
  useEffect(() => logFailure(`listing ${pageType}`, error), [pageType, error]);
  return (
    <FailedState
      title={t('lots.failed')}
      text={errorText(error)}
      requestId={requestIdOf(error)}
      at={serverNow()}
      onRetry={() => void onRetry()}
      action={
        <ActionButton kind="plain" onClick={onReset}>
          {t('Common.ResetFilter')}
        </ActionButton>
      }
    />
  );
}
