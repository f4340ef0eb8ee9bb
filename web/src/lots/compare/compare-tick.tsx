import type { PageType } from '@seri/contract/lots/page-types.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { MAX_COMPARED } from '../core/comparison.ts';
import { lotName } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import css from './compare.module.css';
import { toggleChosen, useChoice } from './compare-selection.ts';

interface CompareTickProps {
  pageType: PageType;
  lot: ListedLot;
}

/** Checkbox on the corner of the photo; at most four lots fit side by side. */
export function CompareTick({ pageType, lot }: CompareTickProps) {
  const { isChosen, isFull } = useChoice({ pageType, id: lot.id });
  const name = t('lots.pick.add', { lot: `${lotName(lot)}, ${t('lots.lotNo', { lotNo: lot.lotNo })}` });
  return (
    <label className={css.tick} title={isFull ? t('lots.pick.full', { most: MAX_COMPARED }) : t('lots.pick.name')}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull}
        aria-label={name}
        onChange={() => toggleChosen({ pageType, id: lot.id, name: lotName(lot) })}
      />
    </label>
  );
}
