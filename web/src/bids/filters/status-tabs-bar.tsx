import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import sheet from '../../ui/forms/sheet-choices.module.css';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import css from './status-tabs.module.css';
import { pressTab, type TabStatus, type tabsWith } from './status-tabs.ts';

interface Tab {
  status: TabStatus;
  count: number | null;
}

interface StatusTabsBarProps {
  tabs: readonly Tab[];
  active: readonly number[];
  onChange: ChangeStatuses;
  forClient: boolean;
}

/** Tabs for bid statuses with counters; pressing the active tab again clears it. */
export function StatusTabsBar({ tabs, active, onChange, forClient }: StatusTabsBarProps) {
  return (
    <div className={css.tabsFrame}>
      <nav className={css.tabs} aria-label={t('bids.tabs')}>
        {tabs.map((tab) =>
          tab.status === 'Archive' ? (
            <Link key={tab.status} {...paths.bidHistory()} className={css.tab}>
              <TabText tab={tab} forClient={forClient} />
            </Link>
          ) : (
            <button
              key={tab.status}
              type="button"
              className={css.tab}
              aria-pressed={tab.status === 'All' ? active.length === 0 : active.includes(tab.status)}
              onClick={() => onChange(pressTab(active, tab.status))}
            >
              <TabText tab={tab} forClient={forClient} />
            </button>
          ),
        )}
      </nav>
      <StatusSheet tabs={tabs} active={active} onChange={onChange} forClient={forClient} />
    </div>
  );
}

function TabText({ tab, forClient }: { tab: Tab; forClient: boolean }) {
  return (
    <>
      {tabText(tab.status, forClient)}
      {tab.count !== null && <Count count={tab.count} />}
    </>
  );
}

function Count({ count }: { count: number }) {
  const isFresh = useHighlightOnChange(String(count));
  return <b data-fresh={isFresh || undefined}>{groupThousands(count)}</b>;
}

type ChangeStatuses = (statuses: number[], replace?: boolean) => unknown;

interface StatusSheetProps {
  tabs: Readonly<ReturnType<typeof tabsWith>>;
  active: readonly number[];
  onChange: ChangeStatuses;
  forClient: boolean;
}

const tabText = (status: TabStatus, forClient: boolean): string =>
  typeof status === 'number' ? bidStatusText(status, forClient) : t(`bids.tab.${status}`);

/** All statuses at once on a phone, where the row of tabs does not fit. */
function StatusSheet({ tabs, active, onChange, forClient }: StatusSheetProps) {
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
