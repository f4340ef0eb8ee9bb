import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { type BidFilter, clearedOf, tagsOf } from '../core/list-filter.ts';
import { FilterFields } from './filter-fields.tsx';
import css from './list-filters.module.css';
import type { ListFiltersProps } from './list-filters.tsx';

/** All filters of a narrow screen in one sheet; its button applies them. */
export function FilterSheet(props: ListFiltersProps) {
  const { layout, filter, choices } = props;
  const [opened, setOpened] = useState(false);
  const set = tagsOf(filter, layout, choices).length;
  return (
    <>
      <IconButton
        bordered
        name={set > 0 ? t('bids.filter.openSet', { count: set }) : t('bids.filter.open')}
        onClick={() => setOpened(true)}
        data-set={set > 0 || undefined}
        className={css.open}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
        {set > 0 && <span aria-hidden>{set}</span>}
      </IconButton>
      {opened && <Sheet {...props} onClose={() => setOpened(false)} />}
    </>
  );
}

function Sheet({ layout, filter, choices, onChange, onClose }: ListFiltersProps & { onClose: () => void }) {
  const [changes, setChanges] = useState<BidFilter>({});
  const change = (more: BidFilter) => setChanges((before) => ({ ...before, ...more }));
  const show = () => {
    // Replace the sheet's own history entry, so that closing the sheet does not undo the change.
    void Promise.resolve(onChange(changes, true)).then(onClose);
  };
  const footer = (
    <div className={css.actions}>
      <ActionButton kind="plain" size="lg" onClick={() => change(clearedOf(layout))}>
        {t('Common.ClearAll')}
      </ActionButton>
      <ActionButton size="lg" onClick={show}>
        {t('bids.filter.show')}
      </ActionButton>
    </div>
  );
  return (
    <BottomSheet isFull opened onClose={onClose} title={t('bids.filter.open')} footer={footer}>
      <div className={css.sheet}>
        <FilterFields
          layout={layout}
          filter={{ ...filter, ...changes }}
          choices={choices}
          onChoose={change}
          onDay={change}
        />
      </div>
    </BottomSheet>
  );
}
