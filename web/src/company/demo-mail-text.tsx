import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { ActionAnchor } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import css from './demo-mail.module.css';
import { demoMailQueries } from './demo-mail-queries.ts';

/** One mail as plain text. Links into this portal open in the same tab. */
export function DemoMailText({ id }: { id: number }) {
  const { data: mail, error, refetch } = useQuery(demoMailQueries.mail(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = mail !== undefined;
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  return (
    <article className={css.mail}>
      <Link {...paths.demoMail()} className={css.back}>
        <IconArrowLeft size={20} stroke={1.5} aria-hidden />
        {t('company.demoMail.back')}
      </Link>
      {!mail && !error && <SkeletonRows rows={3} columns={['1fr']} photoWidth={0} />}
      {error && !mail && (
        <FailedState
          title={t('company.demoMail.gone')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          action={
            <LinkButton {...paths.demoMail()} kind="plain">
              {t('company.demoMail.back')}
            </LinkButton>
          }
        />
      )}
      {mail && (
        <div className="panel">
          <header className={css.letterHead}>
            <h2 ref={heading} tabIndex={-1} lang={mail.lang}>
              {mail.subject}
            </h2>
            <dl className={css.facts}>
              <dt className="quiet">{t('company.demoMail.from')}</dt>
              <dd>{mail.from}</dd>
              <dt className="quiet">{t('company.demoMail.to')}</dt>
              <dd>{mail.to}</dd>
              <dt className="quiet">{t('company.demoMail.sent')}</dt>
              <dd>
                <JapanTime at={mail.sentAt} zone />
              </dd>
            </dl>
            <ActionAnchor kind="plain" href={`/v1/demo/mail/${id}/html`}>
              {t('company.demoMail.html')}
            </ActionAnchor>
          </header>
          <p className={css.text} lang={mail.lang}>
            {withLinks(mail.text, mail.origin)}
          </p>
        </div>
      )}
    </article>
  );
}

/** Links only addresses of the portal, as paths, so that the reader stays in this tab. */
function withLinks(text: string, origin: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/\S+/g)) {
    if (!origin || !address.startsWith(`${origin}/`)) continue;
    parts.push(
      text.slice(end, index),
      <a key={index} href={address.slice(origin.length)}>
        {address}
      </a>,
    );
    end = index + address.length;
  }
  return [...parts, text.slice(end)];
}
