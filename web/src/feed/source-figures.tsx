import type { feedSources } from '@seri/contract/feed/source-routes.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { paths } from '../app/paths.ts';
import { type PictureState, PictureTotal } from '../photos/picture-sources-panel.tsx';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './sources.module.css';

interface SourceFiguresProps {
  total: z.infer<typeof feedSources.reply>['total'];
  pictures: readonly PictureState[];
}

/** The four figures of all sources together. */
export function SourceFigures({ total, pictures }: SourceFiguresProps) {
  const { lots, lotsAddedToday, removed, rejected, sheets, contradictions, contradictionsWithBids } = total;
  const parts = (
    [
      ['partly', sheets.partly, 'unread'],
      ['notRead', sheets.failed, 'failed'],
      ['waiting', sheets.waiting, null],
      ['without', sheets.none, null],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <dl className={`panel ${css.figures}`}>
      <Figure name={t('feed.sources.figure.lots')} value={groupThousands(lots)}>
        <span className={lotsAddedToday > 0 ? css.green : undefined}>
          {t('feed.sources.today', { n: groupThousands(lotsAddedToday) })}
        </span>
        {' · '}
        {t('feed.sources.removed', { n: groupThousands(removed) })}
        {' · '}
        {t('feed.sources.rejected', { n: groupThousands(rejected) })}
      </Figure>
      <PictureTotal className={css.figure ?? ''} sources={pictures} />
      <Figure
        name={t('feed.sources.figure.sheets')}
        value={t('feed.sources.readCount', { n: groupThousands(sheets.read) })}
      >
        {parts.length === 0 && t('feed.sources.allRead')}
        {parts.map(([name, count, filter], index) => {
          const text = t(`feed.sources.${name}`, { n: groupThousands(count) });
          return (
            <Fragment key={name}>
              {index > 0 && ' · '}
              {filter ? <Link {...paths.sheetsReview(filter)}>{text}</Link> : text}
            </Fragment>
          );
        })}
      </Figure>
      <Figure
        name={t('feed.sources.figure.differ')}
        value={
          <span className={contradictions > 0 ? css.amber : undefined}>
            {t('feed.sources.lotsCount', { count: contradictions, n: groupThousands(contradictions) })}
          </span>
        }
      >
        {contradictionsWithBids > 0 && (
          <b className={css.red}>{t('feed.sources.withBids', { n: groupThousands(contradictionsWithBids) })}</b>
        )}{' '}
        {contradictions > 0 ? (
          <Link {...paths.sheetsReview('contradictions')}>
            {t(contradictionsWithBids > 0 ? 'feed.sources.decideFirst' : 'feed.sources.decide')}
          </Link>
        ) : (
          t('feed.sources.noneDiffers')
        )}
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <small>{children}</small>
      </dd>
    </div>
  );
}
