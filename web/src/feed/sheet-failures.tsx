import type { SheetFailure } from '@seri/contract/feed/source-routes.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import css from './sources.module.css';

interface SheetFailuresProps {
  source: string;
  failures: readonly SheetFailure[];
  count: number;
}

/** The causes for which sheets of a source cannot be read. */
export function SheetFailures({ source, failures, count }: SheetFailuresProps) {
  return (
    <section className={css.failures}>
      <h3>{t('feed.sources.sheetsNotRead', { count, n: groupThousands(count) })}</h3>
      <ul>
        {failures.map(({ problem, sheets }) => (
          <li key={problem}>
            <b>{groupThousands(sheets)}</b>
            <span>{causeText(problem)}</span>
            <Link
              {...paths.sheetsReview('failed', { source, cause: problem })}
              className={css.action}
              aria-label={t('feed.sources.reviewCause', { cause: causeText(problem) })}
            >
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

const causeText = (problem: SheetFailure['problem']): string =>
  textOf(`feed.sources.cause.${problem.replace(/^Sheet\./, '')}`, 'feed.sources.cause.Unreadable');
