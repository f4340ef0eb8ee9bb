import type { ClockFault, FeedImport } from '@seri/contract/feed/import-routes.ts';
import { importsSearch } from '@seri/contract/feed/list-search.ts';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { PictureSources } from '../photos/picture-sources-panel.tsx';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { Page } from '../ui/theme/page.tsx';
import { importQueries } from './import-queries.ts';
import css from './imports.module.css';

/** Imports of the feed, newest first. */
export function ImportsScreen() {
  usePageTitle({ title: t('feed.imports.title') });
  const [search, setSearch] = useScreenSearch(importsSearch);
  const query = useQuery(importQueries.list(search));
  const { data } = query;
  return (
    <Page dense>
      <div className={css.head}>
        <Segmented
          name={t('feed.imports.shown')}
          value={search.state}
          options={[
            { value: 'all', label: t('Common.All') },
            { value: 'trouble', label: t('feed.imports.trouble') },
          ]}
          onChange={(state) => void setSearch({ state, page: undefined })}
        />
      </div>
      <PictureSources />
      {data && data.clockFaults.length > 0 && <ClockFaults faults={data.clockFaults} />}
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('feed.imports.failed')}
        empty={
          <EmptyState
            icon={IconFileImport}
            title={t(`feed.imports.empty.${search.state}`)}
            text={t(`feed.imports.emptyText.${search.state}`)}
            action={
              search.state === 'trouble' && (
                <ActionButton onClick={() => void setSearch({ state: 'all', page: undefined })}>
                  {t('Common.All')}
                </ActionButton>
              )
            }
          />
        }
        at={search}
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
    </Page>
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
