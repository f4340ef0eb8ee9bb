import { japanFullTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { mileageText } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { Parts } from '../../ui/data/parts.tsx';
import type { BidLot } from './bid-lot.ts';
import css from './dialogs.module.css';

/** Brief of the car in question: photo, name, auction house and time. */
export function LotBrief({ lot }: { lot: BidLot }) {
  const { vehicle, lotInfo, images } = lot;
  const name = [vehicle.maker, vehicle.model, vehicle.year].filter(Boolean).join(' ');
  const place = [lotInfo.auctionName, t('bids.confirm.lot', { lotNo: lotInfo.lotNumber })];
  const mileage = mileageText(vehicle);
  if (mileage) place.push(mileage);
  return (
    <div className={css.brief}>
      <div className={css.photo}>
        <Photo src={images[0]} alt="" sizes="76px" />
      </div>
      <div>
        <b>{name}</b>
        <div className="quiet small">
          <Parts parts={place} />
        </div>
        {lot.lotType !== 'stock' && (
          <div className="quiet small">{t('bids.confirm.auction', { time: japanFullTime(lotInfo.auctionDate) })}</div>
        )}
      </div>
    </div>
  );
}
