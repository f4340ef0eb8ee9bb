import { withOpenLots } from '@seri/contract/lots/filter.ts';
import { hasOpenLots } from '@seri/contract/lots/page-types.ts';
import type { LotPageInfo } from '@seri/contract/lots/records.ts';
import { IconX } from '@tabler/icons-react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { type TextKey, t } from '../../shell/i18n/i18n.ts';
import { filterOf } from '../core/lot-search.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import css from './open-chips.module.css';

interface OpenChipsProps {
  lots: LotSearch;
  pageInfo: LotPageInfo | undefined;
}

/** Filter for open or closed bidding, each with its lot count; the address holds the choice. */
export function OpenChips({ lots, pageInfo }: OpenChipsProps) {
  if (!hasOpenLots(lots.pageType)) return null;
  const filter = filterOf(lots.search);
  const { open } = withOpenLots(lots.pageType, filter);
  // With a status filter the list shows all lots until a chip is chosen.
  const isPlain = filter.status.length === 0;
  const choose = (chosen: '1' | '0' | undefined) => void lots.apply({ ...lots.waiting, open: chosen });
  const isRemovable = filter.open === '1' && !isPlain;
  return (
    <fieldset className={css.chips} aria-label={t('lots.open.name')}>
      <button
        type="button"
        aria-pressed={open === '1'}
        onClick={() => choose(isPlain || filter.open === '1' ? undefined : '1')}
      >
        {withCount('lots.open.tag', 'lots.open.chip', pageInfo?.openResults)}
        {isRemovable && <IconX size={16} stroke={1.6} aria-hidden />}
      </button>
      <button type="button" aria-pressed={open === '0'} onClick={() => choose(open === '0' ? undefined : '0')}>
        {withCount('lots.closed.tag', 'lots.closed.chip', pageInfo?.closedResults)}
        {open === '0' && <IconX size={16} stroke={1.6} aria-hidden />}
      </button>
    </fieldset>
  );
}

const withCount = (plain: TextKey, counted: TextKey, count: number | undefined): string =>
  count === undefined ? t(plain) : t(counted, { n: groupThousands(count) });
