import type { ReplyOf } from '@seri/contract/http.ts';
import { demoMail, type demoMails } from '@seri/contract/mail/routes.ts';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { NotFoundPage } from '../shell/layout/not-found-screen.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import { LinkButton } from '../shell/link-button.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { useSettings } from '../shell/settings.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import css from './demo-mail.module.css';
import { demoMailQueries } from './demo-mail-queries.ts';
import { DemoMailText } from './demo-mail-text.tsx';

/** Public page with the emails of a demonstration; other portals do not have it (business-rules.md#demonstration). */
export function DemoMailScreen() {
  const settings = useSettings();
  if (!settings) return null;
  return settings.demo ? <Mailbox /> : <NotFoundPage />;
}

function Mailbox() {
  usePageTitle({ title: t('company.demoMail.title') });
  const [{ id }] = useScreenSearch(demoMail.query);
  const { data, error, refetch } = useQuery(demoMailQueries.list());
  return (
    <PlainPage reading="wide">
      <div className={css.mailbox} data-open={id === undefined ? undefined : ''}>
        <header className={css.head}>
          <Link {...paths.login()} className={css.brand}>
            <Brand size={28} />
          </Link>
          <h1>{t('company.demoMail.title')}</h1>
          <p className="quiet">{t('company.demoMail.lead')}</p>
        </header>
        <section className={css.list} aria-label={t('company.demoMail.list')}>
          {!data && !error && <SkeletonRows rows={5} columns={['1fr']} photoWidth={0} />}
          {error && !data && (
            <FailedState
              title={t('company.demoMail.failed')}
              text={errorText(error)}
              requestId={requestIdOf(error)}
              onRetry={() => void refetch()}
            />
          )}
          {data?.items.length === 0 && (
            <EmptyState
              icon={IconMail}
              title={t('company.demoMail.empty')}
              text={t('company.demoMail.emptyText')}
              action={<LinkButton {...paths.signUp()}>{t('company.demoMail.signUp')}</LinkButton>}
            />
          )}
          {data && data.items.length > 0 && <DemoMailList mails={data.items} openId={id} />}
        </section>
        {id !== undefined && <DemoMailText key={id} id={id} />}
        {id === undefined && data && data.items.length > 0 && (
          <p className={`${css.choose} quiet`}>{t('company.demoMail.choose')}</p>
        )}
      </div>
    </PlainPage>
  );
}

interface DemoMailListProps {
  mails: ReplyOf<typeof demoMails>['items'];
  openId: number | undefined;
}

const DemoMailList = ({ mails, openId }: DemoMailListProps) => (
  <ul className="panel">
    {mails.map(({ id, kind, to, subject, lang, sentAt }) => (
      <li key={id} className={css.row} data-open={id === openId || undefined}>
        <Link {...paths.demoMail(id)} className={css.open} aria-current={id === openId || undefined}>
          <span className="strong" lang={lang}>
            {subject}
          </span>
          <span className="quiet small breakable">{to}</span>
        </Link>
        <span className={`${css.note} quiet small`}>
          {textOf(`company.demoMail.kind.${kind}`, 'company.demoMail.kind.other')}
          <JapanTime at={sentAt} zone />
        </span>
      </li>
    ))}
  </ul>
);
