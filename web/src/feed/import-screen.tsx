import { exportRefused } from '@seri/contract/feed/import-routes.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { call } from '../shell/api/api.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { CsvDownload } from '../shell/csv-download.tsx';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { importQueries } from './import-queries.ts';
import css from './imports.module.css';

/** Rows an import has refused, each with line and reason. */
export function ImportScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const importId = Number(id);
  const [at, setAt] = useState<{ page: number; pageSize: number }>({ page: 1, pageSize: PAGE_SIZES[0] });
  const { data, error, refetch } = useQuery(importQueries.refused(importId, at));
  usePageTitle({ title: t('feed.imports.refusedOf', { id: importId }), back: paths.feedImports() });
  const total = data?.pageInfo.totalSearchResults ?? 0;
  return (
    <Page dense>
      {!data && !error && <SkeletonRows rows={8} photoWidth={0} />}
      {!data && error && (
        <FailedState
          title={t('feed.imports.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && total === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          title={t('feed.imports.noneRefused')}
          text={t('feed.imports.noneRefusedText')}
        />
      )}
      {data && total > 0 && (
        <>
          <div className={css.head}>
            <p className="quiet">{t('feed.imports.rowsRefused', { count: total })}</p>
            <CsvDownload addressOf={() => call(exportRefused, { query: { importId: importId } })} />
          </div>
          <ul className={`panel ${css.refusedRows}`}>
            {data.items.map(({ line, reason, raw }) => (
              <li key={line}>
                <span className={css.line}>{t('feed.imports.line', { n: groupThousands(line) })}</span>
                <div className={css.lines}>
                  <b>{reason}</b>
                  <code>{raw}</code>
                </div>
              </li>
            ))}
          </ul>
          <ListPager
            {...at}
            total={total}
            pageSizes={PAGE_SIZES}
            onPage={(page) => setAt({ ...at, page })}
            onPageSize={(pageSize) => setAt({ page: 1, pageSize })}
          />
        </>
      )}
    </Page>
  );
}
