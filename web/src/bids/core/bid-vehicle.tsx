import type { BidRow } from '@seri/contract/bids/records.ts';
import { conditionTone } from '@seri/contract/lots/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { lotPageOf } from './bid-lot.ts';
import css from './lists.module.css';
import { gradeMeaning } from './lot-texts.ts';

/** Link to the lot in a new tab, so that the list stays where it is. */
export function LotLink({ row, children, className = '' }: { row: BidRow; children: ReactNode; className?: string }) {
  return (
    <Link
      {...paths.lotOn(lotPageOf(row), row.id)}
      target="_blank"
      className={`finger-link ${className}`}
      title={t('bids.row.openLot', { lotNo: row.lotNo })}
    >
      {children}
    </Link>
  );
}

/** Photo, lot number and auction house. */
export function LotCell({ row, className = '' }: { row: BidRow; className?: string | undefined }) {
  return (
    <div className={`${css.lot} ${className}`}>
      <LotLink row={row} className={css.thumb}>
        <Photo src={row.images[0]} alt="" sizes="76px" />
      </LotLink>
      <div className={css.lines}>
        <LotLink row={row} className={css.name}>
          {row.lotNo}
        </LotLink>
        <span>{row.auctionName}</span>
      </div>
    </div>
  );
}

export const vehicleName = (row: BidRow): string => `${row.maker} ${row.model}`;

export function Grade({ condition }: { condition: string }) {
  if (!condition) return <span className="quiet">–</span>;
  return <GradeSquare grade={condition} tone={conditionTone(condition)} meaning={gradeMeaning(condition)} />;
}
