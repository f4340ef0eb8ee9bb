import { PAGE_NAMES, type PageName } from '@seri/contract/company/pages.ts';
import { page } from '@seri/contract/company/routes.ts';
import { IconFileText } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { ApiError, addressOf, call } from '../shell/api/api.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { initialData } from '../shell/api/initial-data.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { language, languageId, t } from '../shell/i18n/i18n.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { LayoutFrame } from '../shell/layout/layout.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import { LinkButton } from '../shell/link-button.tsx';
import { useSessionState } from '../shell/session/session.ts';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { Markdown } from './markdown.tsx';
import css from './page-screen.module.css';

/** A page written by the company, in the frame that the reader is used to. */
export function PageScreen() {
  const name = useRouterState({
    select: ({ location }) => PAGE_NAMES.find((page) => location.pathname === `/${page}`),
  });
  const { status, session } = useSessionState();
  if (!name || status === 'unknown' || status === 'loading') return null;
  if (session && !session.secondFactorNeeded)
    return (
      <LayoutFrame>
        <Page>
          <CompanyPage name={name} />
        </Page>
      </LayoutFrame>
    );
  return (
    <PlainPage reading>
      <Head />
      <CompanyPage name={name} headed />
    </PlainPage>
  );
}

function Head() {
  return (
    <div className={css.brand}>
      <Link {...paths.login()} className={css.name}>
        <Brand />
      </Link>
      <LinkButton {...paths.login()} kind="plain">
        {t('auth.submit')}
      </LinkButton>
    </div>
  );
}

interface CompanyPageProps {
  name: PageName;
  /** True if no surrounding header shows the title. */
  headed?: boolean;
}

function CompanyPage({ name, headed = false }: CompanyPageProps) {
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
      <SkeletonBlock key={width} width={width} />
    ))}
  </div>
);

type PageText = { title: string; body: string };

const companyQueries = {
  page: (name: PageName) => {
    const query = { name, language: `${languageId(language)}` } as const;
    // Use the text from the document once, and only in its own language.
    const reply =
      initialData.page?.address === addressOf(page, query) ? (initialData.page.reply as PageText) : undefined;
    return queryOptions<PageText>({
      queryKey: ['company', 'page', query],
      queryFn: ({ signal }) => call(page, { query, signal }),
      staleTime: 5 * 60_000,
      ...(reply ? { initialData: reply } : {}),
    });
  },
};
