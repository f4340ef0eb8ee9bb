import type { ReplyOf } from '@seri/contract/http.ts';
import type { demoMails } from '@seri/contract/mail/routes.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { textOf } from '../shell/i18n/i18n.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './demo-mail.module.css';

interface DemoMailListProps {
  mails: ReplyOf<typeof demoMails>['items'];
  openId: number | undefined;
}

export const DemoMailList = ({ mails, openId }: DemoMailListProps) => (
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
