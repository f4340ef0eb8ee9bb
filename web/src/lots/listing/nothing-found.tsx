import type { LotListing } from '@seri/contract/lots/filter.ts';
import type { LotPageInfo } from '@seri/contract/lots/records.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { filterOf, isFiltered } from '../core/lot-search.ts';
import type { LotSearch } from '../core/use-lot-search.ts';

export interface NothingFoundProps {
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
