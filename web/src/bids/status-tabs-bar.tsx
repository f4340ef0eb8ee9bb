import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { bidStatusText } from './bid-status.tsx';
import css from './lists.module.css';
import { pressTab, type TabStatus } from './status-tabs.ts';
import { useFlash } from './use-flash.ts';

interface Tab {
  status: TabStatus;
  count: number | null;
}

interface StatusTabsBarProps {
  tabs: readonly Tab[];
  active: number | undefined;
  onChange: (status: number | undefined) => void;
  forClient: boolean;
}

/** Bids by status with their counters; the active tab pressed again clears itself. */
export function StatusTabsBar({ tabs, active, onChange, forClient }: StatusTabsBarProps) {
  return (
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
            aria-pressed={tab.status === 'All' ? active === undefined : tab.status === active}
            onClick={() => onChange(pressTab(active, tab.status))}
          >
            <TabText tab={tab} forClient={forClient} />
          </button>
        ),
      )}
    </nav>
  );
}

function TabText({ tab, forClient }: { tab: Tab; forClient: boolean }) {
  return (
    <>
      {typeof tab.status === 'number' ? bidStatusText(tab.status, forClient) : t(`bids.tab.${tab.status}`)}
      {tab.count !== null && <Count count={tab.count} />}
    </>
  );
}

function Count({ count }: { count: number }) {
  const isFresh = useFlash(String(count));
  return <b data-fresh={isFresh || undefined}>{groupThousands(count)}</b>;
}
