import type { CarLot } from '@seri/contract/lots/records.ts';
import { japanDate } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { JapanTime } from '../ui/japan-time.tsx';
import css from './lot-screen.module.css';
import { isDayOnly, lotName } from './lot-words.ts';

/** Auction, number and time over maker, model and year (lots specification section 2). */
export function LotHeading({ lot }: { lot: CarLot }) {
  const { lotInfo, carInfo, carSpecification } = lot;
  return (
    <div className={css.heading}>
      <p className="quiet">
        <span>{`${lotInfo.auctionName} · ${t('lots.lotNo', { lotNo: lotInfo.lotNumber })}`}</span>
        <span className={css.time}>
          <AuctionTime at={lotInfo.auctionDate} />
        </span>
      </p>
      <h2>
        {lotName(carInfo)} {carInfo.year}
        {carSpecification.grade && <span className="quiet">{carSpecification.grade}</span>}
      </h2>
    </div>
  );
}

function AuctionTime({ at }: { at: string }) {
  if (isDayOnly(at)) return <>{`${japanDate(at)}, ${t('lots.time.notSet')}`}</>;
  return <JapanTime at={at} shape="full" zone />;
}
