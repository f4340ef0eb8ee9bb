import { remarksIn } from '@seri/contract/lots/inspection-words.ts';
import { conditionTone } from '@seri/contract/lots/statuses.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { DoorTotalOfLot } from '../../costs/door-total-panel.tsx';
import { glossaryOverrides } from '../../shell/glossary-overrides.ts';
import { japanDate } from '../../shell/i18n/format.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { LotStateLabel } from '../../shell/lot-state.tsx';
import { Mileage } from '../../shell/mileage.tsx';
import { GradeSquare } from '../../ui/data/grade-square.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Measure, Money } from '../../ui/data/money.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { statedOf } from '../core/lot-summary.ts';
import { gradeMeaning, isDayOnly } from '../core/lot-texts.ts';
import { AveragePrice } from '../sales/similar-sales-panel.tsx';
import { FACT_ROWS, type FactRow, factText } from '../vehicle/fact-texts.ts';
import { FactValue } from '../vehicle/vehicle-facts.tsx';
import { type CompareRow, ownEquipment } from './compare-rows.ts';
import css from './compare-screen.module.css';
import type { ComparedLot } from './compared-lot.ts';

const PhotoViewer = lazyPart(() => import('../gallery/photo-viewer.tsx'), 'PhotoViewer');

interface CompareCellProps {
  row: CompareRow;
  lot: ComparedLot;
  lots: readonly ComparedLot[];
}

/** A value of a lot as its own page shows it. */
export function CompareCell({ row, lot, lots }: CompareCellProps) {
  if (row === 'equipment') return <Equipment lot={lot} lots={lots} />;
  if (row === 'sheet') return lot.sheet ? <Sheet src={lot.sheet} lot={lot} /> : '–';
  const fact = isFactRow(row) ? factText(row, lot.facts) : null;
  if (fact) return <FactValue fact={fact} />;
  return isFactRow(row) ? '–' : CELLS[row](lot) || '–';
}

const price = (yen: number | null): ReactNode => <Money yen={yen} className="strong" />;

const isFactRow = (row: CompareRow): row is CompareRow & FactRow => (FACT_ROWS as readonly string[]).includes(row);

const CELLS: Record<Exclude<CompareRow, 'equipment' | 'sheet' | FactRow>, (lot: ComparedLot) => ReactNode> = {
  auction: ({ lotInfo }) => lotInfo.auctionName,
  time: ({ lotInfo: { auctionDate } }) =>
    isDayOnly(auctionDate) ? japanDate(auctionDate) : <JapanTime at={auctionDate} />,
  status: ({ pageType, lotInfo }) => <LotStateLabel lot={statedOf(pageType, lotInfo)} />,
  year: ({ year }) => year,
  grade: ({ grade }) => grade,
  condition: ({ lotInfo: { condition } }) =>
    condition && <GradeSquare grade={condition} tone={conditionTone(condition)} meaning={gradeMeaning(condition)} />,
  mileage: (lot) => <Mileage of={lot} />,
  engine: ({ engineCc }) => <Measure value={engineCc} unit={t('unit.cc')} />,
  power: ({ powerPs }) => <Measure value={powerPs} unit={t('lots.unit.ps')} />,
  gearbox: ({ gearbox }) => gearbox,
  drive: ({ drive }) => drive,
  color: ({ color }) => color,
  chassis: ({ chassis }) => chassis,
  startPrice: ({ bidInfo }) => price(bidInfo.startPrice),
  soldPrice: ({ bidInfo }) => price(bidInfo.soldPrice),
  average: ({ pageType, id, bidInfo }) =>
    pageType === 'stock' ? null : (
      <AveragePrice pageType={pageType} lotId={id} averageYen={bidInfo.averagePrice} price={bidInfo.price} />
    ),
  door: ({ pageType, id }) => <DoorTotalOfLot pageType={pageType} lotId={id} />,
  fees: ({ bidInfo }) => <Money yen={bidInfo.feesYen} />,
  remarks: ({ info }) => info && remarksIn(info, language, glossaryOverrides),
};

/** Equipment that not every lot has comes first, with a plus. */
function Equipment({ lot, lots }: Omit<CompareCellProps, 'row'>) {
  const own = ownEquipment(lot, lots);
  const shared = lot.equipment.filter((word) => !own.includes(word));
  if (lot.equipment.length === 0) return '–';
  return (
    <ul className={css.equipment}>
      {own.map((word) => (
        <li key={word} className={css.own}>
          +&nbsp;{word}
        </li>
      ))}
      {shared.length > 0 && <li className="quiet">{shared.join(', ')}</li>}
    </ul>
  );
}

function Sheet({ src, lot }: { src: string; lot: ComparedLot }) {
  const [hasFailed, setFailed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const alt = t('lots.sheet.alt', { car: lot.fullName });
  if (hasFailed) return '–';
  return (
    <>
      <button
        type="button"
        className={css.sheet}
        aria-label={`${t('lots.sheet.open')}: ${lot.fullName}`}
        onClick={() => setOpen(true)}
      >
        <img src={`${src}?w=320`} alt={alt} width={320} height={226} loading="lazy" onError={() => setFailed(true)} />
      </button>
      {isOpen && (
        <Suspense>
          <PhotoViewer images={[src]} index={0} alt={alt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
