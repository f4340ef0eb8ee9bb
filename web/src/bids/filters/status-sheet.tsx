import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import sheet from '../../ui/forms/sheet-choices.module.css';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import css from './status-tabs.module.css';
import { pressTab, type TabStatus, type tabsWith } from './status-tabs.ts';

export type ChangeStatuses = (statuses: number[], replace?: boolean) => unknown;

interface StatusSheetProps {
  tabs: Readonly<ReturnType<typeof tabsWith>>;
  active: readonly number[];
  onChange: ChangeStatuses;
  forClient: boolean;
}

export const tabText = (status: TabStatus, forClient: boolean): string =>
  typeof status === 'number' ? bidStatusText(status, forClient) : t(`bids.tab.${status}`);

/** All statuses at once on a phone, where the row of tabs does not fit. */
export function StatusSheet({ tabs, active, onChange, forClient }: StatusSheetProps) {
  const [opened, setOpened] = useState(false);
  const choose = (status: TabStatus) => {
    // Replace the sheet's own history entry, so that closing the sheet does not undo the change.
    void Promise.resolve(onChange(pressTab(active, status), true)).then(() => setOpened(false));
  };
  return (
    <div className={css.allStatuses}>
      <button
        type="button"
        aria-label={t('bids.tab.sheet')}
        title={t('bids.tab.sheet')}
        onClick={() => setOpened(true)}
      >
        <IconChevronDown size={20} stroke={1.5} aria-hidden />
      </button>
      <BottomSheet opened={opened} onClose={() => setOpened(false)} title={t('bids.tab.sheet')}>
        <div className={sheet.choices}>
          {tabs
            .filter(({ status }) => status !== 'Archive')
            .map(({ status, count }) => (
              <button
                key={status}
                type="button"
                aria-pressed={status === 'All' ? active.length === 0 : active.includes(Number(status))}
                onClick={() => choose(status)}
              >
                {tabText(status, forClient)}
                {count !== null && <b>{groupThousands(count)}</b>}
              </button>
            ))}
        </div>
      </BottomSheet>
    </div>
  );
}
