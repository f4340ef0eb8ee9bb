import type { CarLot } from '@seri/contract/lots/records.ts';
import { IconCalendarSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import css from './production-month.module.css';
import type { BuiltVehicle } from './production-month-queries.ts';
import { SheetCrop } from './sheet-crop.tsx';

const Search = lazyPart(() => import('./production-month-search.tsx'), 'ProductionMonthSearch');

interface ProductionMonthProps extends BuiltVehicle {
  /** Part of the auction sheet with the first registration; cars only. */
  sheet?: CarLot['mopDeail'] | undefined;
}

/** Production date of the vehicle: the first registration from its sheet, and a search by chassis number. */
export function ProductionMonth({ sheet, ...vehicle }: ProductionMonthProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.block} aria-label={t('MonthOfProduction.title')}>
      <h3>{t('MonthOfProduction.title')}</h3>
      {sheet && <SheetCrop sheet={sheet} />}
      <ActionButton
        kind="plain"
        leftSection={<IconCalendarSearch size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('MonthOfProduction.open')}
      </ActionButton>
      <Dialog opened={isOpen} title={t('MonthOfProduction.title')} size={520} onClose={() => setOpen(false)}>
        <Suspense>
          <Search vehicle={vehicle} sheet={sheet} />
        </Suspense>
      </Dialog>
    </section>
  );
}
