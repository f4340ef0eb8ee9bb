import { conditionTone } from '@seri/contract/lots/statuses.ts';
import type { ReactNode } from 'react';
import { japanDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import type { LotSummary } from '../core/lot-summary.ts';
import { gradeMeaning, isDayOnly } from '../core/lot-texts.ts';
import css from './lot-screen.module.css';

/** Auction house and lot number in one line. */
export const auctionAndNumber = ({ lotInfo }: Pick<LotSummary, 'lotInfo'>): string =>
  `${lotInfo.auctionName} · ${t('lots.lotNo', { lotNo: lotInfo.lotNumber })}`;

/** Auction, number and time over maker, model and year (business-rules.md#lot-page). */
export function LotHeading({ lot }: { lot: Pick<LotSummary, 'pageType' | 'lotInfo' | 'fullName' | 'grade'> }) {
  return (
    <div className={css.heading}>
      <p className="quiet">
        <span>{auctionAndNumber(lot)}</span>
        {/* A car at a fixed price has no auction time. */}
        {lot.pageType !== 'stock' && (
          <span className={css.time}>
            <AuctionTime at={lot.lotInfo.auctionDate} />
          </span>
        )}
      </p>
      <h2>
        {lot.fullName}
        {lot.grade && <span className="quiet">{lot.grade}</span>}
      </h2>
    </div>
  );
}

/** On a phone, whose header has the name, the house and the number: grade, mileage and time, with `tools` beside them. */
export function PhoneHeading({ lot, tools }: { lot: LotSummary; tools: ReactNode }) {
  const { condition } = lot.lotInfo;
  return (
    <div className={css.phoneHeading}>
      <h2 className="visually-hidden">{lot.fullName}</h2>
      <p className={css.grade}>
        {condition && (
          <>
            <GradeSquare grade={condition} tone={conditionTone(condition)} meaning={gradeMeaning(condition)} />
            <b aria-hidden="true">{gradeMeaning(condition)}</b>
          </>
        )}
      </p>
      <Mileage of={lot} className="strong" />
      <p className="quiet">
        {lot.grade && <span>{lot.grade}</span>}
        {lot.pageType !== 'stock' && (
          <span>
            <AuctionTime at={lot.lotInfo.auctionDate} />
          </span>
        )}
      </p>
      {tools}
    </div>
  );
}

function AuctionTime({ at }: { at: string }) {
  if (isDayOnly(at)) return <>{`${japanDate(at)}, ${t('lots.time.notSet')}`}</>;
  return <JapanTime at={at} shape="full" zone />;
}
