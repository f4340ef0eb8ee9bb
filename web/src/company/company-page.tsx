import type { PageName } from '@seri/contract/company/pages.ts';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../shell/api/api.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { Bone } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Markdown } from './markdown.tsx';
import css from './page-screen.module.css';
import { companyQueries } from './queries.ts';

interface CompanyPageProps {
  name: PageName;
  /** True if no surrounding header shows the title. */
  headed?: boolean;
}

export function CompanyPage({ name, headed = false }: CompanyPageProps) {
  const { data, error, refetch } = useQuery(companyQueries.page(name));
  const isUnwritten = error instanceof ApiError && error.code === 'NotFound';
  const title = data?.title ?? (isUnwritten ? t('company.noText') : '');
  usePageTitle({ title });
  if (isUnwritten)
    return (
      <EmptyState
        icon={IconFileText}
        title={title}
        text={t('company.noTextYet')}
        action={<LinkButton to="/">{t('company.toStart')}</LinkButton>}
      />
    );
  if (error && !data)
    return (
      <FailedState
        title={t('Failed.Title')}
        text={errorText(error)}
        onRetry={() => refetch()}
        requestId={requestIdOf(error)}
        at={serverNow()}
      />
    );
  return (
    <article className={css.article}>
      {headed && <h1>{title}</h1>}
      {data ? <Markdown>{data.body}</Markdown> : <Loading />}
    </article>
  );
}

const Loading = () => (
  <div className={css.loading} role="status" aria-label={t('ui.loading')}>
    {['92%', '97%', '64%', '95%', '90%', '99%', '58%'].map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
);
