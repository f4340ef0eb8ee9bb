import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { type ChangeStatuses, StatusSheet, tabText } from './status-sheet.tsx';
import css from './status-tabs.module.css';
import { pressTab, type TabStatus } from './status-tabs.ts';

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
