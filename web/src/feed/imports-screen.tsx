import type { ClockFault, FeedImport } from '@seri/contract/feed/import-routes.ts';
import { importsScreenSearch } from '@seri/contract/feed/list-search.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { PausePictures } from '../photos/picture-sources-panel.tsx';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { Page } from '../ui/theme/page.tsx';
import { AddSource } from './add-source.tsx';
import { importQueries } from './import-queries.ts';
import css from './imports.module.css';
import { feedSourcesQuery } from './source-queries.ts';
import tabs from './sources.module.css';
import { SourcesView } from './sources-view.tsx';

/** Sources of the feed; or its imports, newest first. */
export function ImportsScreen() {
  usePageTitle({ title: t('feed.imports.title') });
  const [search] = useScreenSearch(importsScreenSearch);
  const total = useQuery(feedSourcesQuery({ isLive: search.state === 'sources' })).data?.total;
  const tab = (state: 'sources' | 'all' | 'trouble', text: string, count?: number) => (
    <Link {...paths.feedImports(state)} aria-current={search.state === state ? 'page' : undefined}>
      {text} <Count count={count} />
    </Link>
  );
  return (
    <Page dense>
      <div className={tabs.tabs}>
        <nav aria-label={t('feed.imports.shown')}>
          {tab('sources', t('feed.sources.tab'))}
          {tab('all', t('feed.imports.all'), total?.imports)}
          {tab('trouble', t('feed.imports.trouble'), total?.importsWithErrors)}
          <Link {...paths.sheetsReview('contradictions')}>
            {t('sheets.open.title')} <Count count={total?.contradictions} />
          </Link>
          <Link {...paths.sheetsReview('check')}>{t('feed.sources.sheetsToReview')}</Link>
        </nav>
        <div className={tabs.actions}>
          <PausePictures />
          <AddSource />
        </div>
      </div>
      {search.state === 'sources' ? <Sources /> : <ImportList />}
    </Page>
  );
}

const Count = ({ count = 0 }: { count?: number | undefined }) => count > 0 && <b>{groupThousands(count)}</b>;

function Sources() {
  const { data } = useQuery(importQueries.list({ state: 'all', page: 1, pageSize: PAGE_SIZES[0] }));
  return (
    <>
      {data && data.clockFaults.length > 0 && <ClockFaults faults={data.clockFaults} />}
      <SourcesView />
    </>
  );
}

function ImportList() {
  const [{ state: view, ...at }, setSearch] = useScreenSearch(importsScreenSearch);
  const state = view === 'trouble' ? 'trouble' : 'all';
  const query = useQuery(importQueries.list({ ...at, state }));
  const { data } = query;
  return (
    <>
      {data && data.clockFaults.length > 0 && <ClockFaults faults={data.clockFaults} />}
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('feed.imports.failed')}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t(`feed.imports.empty.${state}`)}
            text={t(`feed.imports.emptyText.${state}`)}
            action={
              state === 'trouble' && (
                <ActionButton onClick={() => void setSearch({ state: 'all', page: undefined })}>
                  {t('feed.imports.all')}
                </ActionButton>
              )
            }
          />
        }
        at={at}
        onMove={setSearch}
      >
        {(items) => (
          <ul className={`panel ${css.rows}`}>
            {items.map((one) => (
              <ImportRow key={one.importId} one={one} />
            ))}
          </ul>
        )}
      </QueryList>
    </>
  );
}

/** Sources whose clock is ahead: their rows are refused until the clock is corrected. */
const ClockFaults = ({ faults }: { faults: readonly ClockFault[] }) => (
  <FormAlert>
    <b>{t('feed.imports.ahead')}</b>
    <ul className={css.faults}>
      {faults.map(({ source, rows, aheadSeconds, lastAt }) => (
        <li key={source}>
          {t('feed.imports.aheadSource', {
            source,
            count: rows,
            n: groupThousands(rows),
            minutes: groupThousands(Math.ceil(aheadSeconds / 60)),
          })}{' '}
          · <JapanTime at={lastAt} zone />
        </li>
      ))}
    </ul>
  </FormAlert>
);

const FIGURES = ['read', 'lotsAdded', 'written', 'unchanged', 'removed'] as const;

function ImportRow({ one }: { one: FeedImport }) {
  return (
    <li>
      <div className={css.lines}>
        <b>{one.mapping ? t('feed.imports.mapped', { source: one.source, mapping: one.mapping }) : one.source}</b>
        <span>
          {t('feed.imports.number', { id: one.importId })} · <JapanTime at={one.startedAt} zone /> · {stateOf(one)}
        </span>
        {one.problem && <span className={css.problem}>{one.problem}</span>}
      </div>
      <dl className={css.figures}>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(`feed.imports.${figure}`)}</dt>
            <dd>{groupThousands(one[figure])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('feed.imports.refused')}</dt>
          <dd>
            {one.refused === 0 ? (
              0
            ) : (
              <Link
                {...paths.feedImport(one.importId)}
                aria-label={t('feed.imports.showRefused', {
                  count: one.refused,
                  n: groupThousands(one.refused),
                  id: one.importId,
                })}
              >
                {groupThousands(one.refused)}
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </li>
  );
}

function stateOf({ finishedAt, startedAt, problem }: FeedImport): string {
  if (problem) return t('feed.imports.stopped');
  if (!finishedAt) return t('feed.imports.running');
  return t('feed.imports.took', {
    n: groupThousands(Math.ceil((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000)),
  });
}
