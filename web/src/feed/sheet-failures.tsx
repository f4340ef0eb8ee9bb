import type { SheetFailure } from '@seri/contract/feed/source-routes.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import css from './sources.module.css';

/** The causes for which sheets of a source cannot be read. */
export function SheetFailures({ failures, count }: { failures: readonly SheetFailure[]; count: number }) {
  return (
    <section className={css.failures}>
      <h3>{t('feed.sources.sheetsNotRead', { count, n: groupThousands(count) })}</h3>
      <ul>
        {failures.map(({ problem, sheets }) => (
          <li key={problem}>
            <b>{groupThousands(sheets)}</b>
            <span>
              {textOf(`feed.sources.cause.${problem.replace(/^Sheet\./, '')}`, 'feed.sources.cause.Unreadable')}
            </span>
            <Link {...paths.sheetsReview('failed')} className={css.action}>
              {t('feed.sources.review')}
            </Link>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        <IconInfoCircle size={16} stroke={1.5} aria-hidden /> {t('feed.sources.originalShown')}
      </p>
    </section>
  );
}
