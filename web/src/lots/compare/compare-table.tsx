import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { type TextKey, t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { auctionAndNumber } from '../lot/lot-heading.tsx';
import { CompareCell } from './compare-cell.tsx';
import { type CompareRow, compareLots } from './compare-rows.ts';
import css from './compare-screen.module.css';
import type { ComparedLot } from './compared-lot.ts';

const ROW_TEXTS: Record<CompareRow, TextKey> = {
  auction: 'lots.filter.auction',
  time: 'lots.compare.row.time',
  status: 'lots.fact.status',
  year: 'lots.fact.year',
  grade: 'lots.fact.grade',
  condition: 'lots.fact.condition',
  mileage: 'lots.fact.mileage',
  engine: 'lots.fact.engine',
  power: 'lots.fact.power',
  gearbox: 'lots.fact.gearbox',
  typeCode: 'lots.fact.typeCode',
  fuel: 'lots.fact.fuel',
  hybrid: 'lots.fact.hybrid',
  power30: 'lots.fact.power30',
  firstRegistration: 'lots.fact.firstRegistration',
  built: 'lots.fact.built',
  steering: 'lots.fact.steering',
  driven: 'lots.fact.driven',
  seats: 'lots.fact.seats',
  doors: 'lots.fact.doors',
  body: 'lots.fact.body',
  size: 'lots.fact.size',
  weight: 'lots.fact.weight',
  co2: 'lots.fact.co2',
  exterior: 'lots.fact.exterior',
  interior: 'lots.fact.interior',
  drive: 'lots.fact.drive',
  color: 'lots.fact.color',
  chassis: 'lots.fact.chassis',
  equipment: 'lots.fact.equipment',
  startPrice: 'bids.panel.startPrice',
  soldPrice: 'bids.panel.soldPrice',
  average: 'bids.panel.average',
  door: 'lots.compare.row.door',
  fees: 'lots.compare.row.fees',
  sheet: 'lots.sheet.name',
  remarks: 'lots.lot.remarks',
};

interface CompareTableProps {
  lots: readonly ComparedLot[];
  onlyDifferences: boolean;
  onRemove: (lot: ComparedLot) => void;
}

/** One column per lot; rows with differences are marked by a sign and a background. */
export function CompareTable({ lots, onlyDifferences, onRemove }: CompareTableProps) {
  const rows = compareLots(lots).filter(({ differs }) => differs || !onlyDifferences);
  return (
    <section className={css.scroll} aria-label={t('lots.compare.title')}>
      <table className={css.table}>
        <caption className="visually-hidden">{t('lots.compare.caption')}</caption>
        <thead>
          <tr>
            <td />
            {lots.map((lot) => (
              <th key={lot.id} scope="col">
                <ComparedHead lot={lot} onRemove={() => onRemove(lot)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, differs, best, bestAt }) => (
            <tr key={row} data-differs={differs || undefined}>
              <th scope="row">
                {t(ROW_TEXTS[row])}
                {differs && (
                  <span title={t('lots.compare.differs')}>
                    <span aria-hidden> ≠</span>
                    <span className="visually-hidden"> {t('lots.compare.differs')}</span>
                  </span>
                )}
              </th>
              {lots.map((lot, place) => (
                <td key={lot.id}>
                  <CompareCell row={row} lot={lot} lots={lots} />
                  {best && bestAt.includes(place) && <span className={css.best}>{t(`lots.compare.best.${best}`)}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={css.same}>{t('lots.compare.same')}</p>}
    </section>
  );
}

function ComparedHead({ lot, onRemove }: { lot: ComparedLot; onRemove: () => void }) {
  return (
    <div className={css.lot}>
      <Photo src={lot.images[0]} alt="" sizes="(max-width: 767px) 160px, 300px" eager />
      <IconButton
        bordered
        className={css.remove}
        name={t('ui.removeTag', { tag: `${lot.fullName}, ${auctionAndNumber(lot)}` })}
        onClick={onRemove}
      >
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
      <Link {...paths.lotOn(lot.pageType, lot.id)} className={css.name}>
        {lot.fullName}
      </Link>
      <span className="quiet small">{auctionAndNumber(lot)}</span>
    </div>
  );
}
