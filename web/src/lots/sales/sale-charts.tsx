import { useElementSize } from '@mantine/hooks';
import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { SalesPage } from '@seri/contract/lots/page-types.ts';
import type { SalePoint, SoldGroup } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lotAddress } from '../../app/paths.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { groupThousands, km, yen } from '../../shell/i18n/format.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { lotQueries } from '../core/queries.ts';
import css from './sale-charts.module.css';
import { middleLine, saleFile, yearSteps } from './sale-line.ts';

interface SaleChartsProps {
  pageType: SalesPage;
  filter: LotFilter;
}

/** Price over mileage with the middle of the filter, the same sales as a list and a file, and where they sell. */
export function SaleCharts({ pageType, filter }: SaleChartsProps) {
  const { data, error, refetch } = useQuery(lotQueries.saleStatistics(pageType, filter));
  const [isList, setList] = useState(false);
  if (error && !data)
    return (
      <p role="alert">
        {errorText(error)}{' '}
        <ActionButton kind="quiet" onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </ActionButton>
      </p>
    );
  if (!data) return <SkeletonBlock height={320} quiet />;
  const { points, sold, offered, houses, models } = data;
  if (offered === 0) return <p className="quiet">{t('lots.history.none')}</p>;
  return (
    <div className={css.page}>
      <p className={css.line}>
        <b>{t('lots.market.overMileage')}</b>{' '}
        <span className="quiet">
          {t('lots.market.counts', { sold: groupThousands(sold), offered: groupThousands(offered) })}
          {sold > points.length && ` ${t('lots.market.newest', { count: points.length })}`}
        </span>
        <ActionButton kind="plain" size="sm" aria-pressed={isList} onClick={() => setList(!isList)}>
          {t('lots.market.list')}
        </ActionButton>
        <ActionButton kind="plain" size="sm" onClick={() => download(points)}>
          CSV
        </ActionButton>
      </p>
      {isList ? <SaleList points={points} pageType={pageType} /> : <Scatter points={points} pageType={pageType} />}
      <div className={css.groups}>
        <Groups name={t('lots.market.houses')} groups={houses} />
        <Groups name={t('lots.market.models')} groups={models} />
      </div>
    </div>
  );
}

const HEIGHT = 320;
const LEFT = 64;
const BOTTOM = 28;
/** Room right of the chart for half of its last number. */
const END = 20;
const MIN_LINE_POINTS = 3;
const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });

function ticksOf(highest: number): number[] {
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, i) => i * step);
}

function Scatter({ points, pageType }: { points: readonly SalePoint[]; pageType: SalesPage }) {
  // Drawn in the pixels of its place, so that its words keep their size.
  const { ref, width } = useElementSize();
  const placed = points.filter((point): point is SalePoint & { mileage: number } => point.mileage !== null);
  const steps = yearSteps(placed.map(({ year }) => year));
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const stepOf = (year: number | null) =>
    steps.findIndex((step) => year !== null && year >= step.from && year <= step.to);
  const shown = placed.filter(({ year }) => !hidden.has(stepOf(year)));
  const maxKm = Math.max(10_000, ...placed.map(({ mileage }) => mileage));
  const maxYen = Math.max(100_000, ...placed.map(({ soldPrice }) => soldPrice));
  const x = (mileage: number) => LEFT + (mileage / maxKm) * (width - LEFT - END);
  const y = (price: number) => 8 + (1 - price / maxYen) * (HEIGHT - BOTTOM - 8);
  const line = shown.length >= MIN_LINE_POINTS ? middleLine(shown) : [];
  if (placed.length < MIN_LINE_POINTS)
    return <p className="quiet">{t('lots.range.tooFew', { count: placed.length })}</p>;
  return (
    <>
      <p className={css.legend}>
        {steps.map((step, place) => (
          <button
            key={step.from}
            type="button"
            aria-pressed={!hidden.has(place)}
            className={css.year}
            data-step={place}
            onClick={() =>
              setHidden(new Set(hidden.has(place) ? [...hidden].filter((one) => one !== place) : [...hidden, place]))
            }
          >
            {step.from === step.to ? step.from : `${step.from}–${step.to}`}{' '}
            <span className="quiet">{placed.filter(({ year }) => stepOf(year) === place).length}</span>
          </button>
        ))}
      </p>
      <svg
        ref={ref}
        className={css.scatter}
        height={HEIGHT}
        // The list holds the same sales for screen readers.
        aria-hidden="true"
      >
        {ticksOf(maxYen).map((price) => (
          <g key={price}>
            <line x1={LEFT} x2={width - END} y1={y(price)} y2={y(price)} className={css.grid} />
            <text x={LEFT - 8} y={y(price) + 4} textAnchor="end">
              {compact.format(price)}
            </text>
          </g>
        ))}
        {ticksOf(maxKm).map((mileage) => (
          <text key={mileage} x={x(mileage)} y={HEIGHT - 6} textAnchor="middle">
            {compact.format(mileage)}
          </text>
        ))}
        {shown.map((point) => (
          <a key={point.id} href={lotAddress(pageType, point.id)} target="_blank" rel="noreferrer" tabIndex={-1}>
            <circle
              cx={x(point.mileage)}
              cy={y(point.soldPrice)}
              r={3}
              data-step={stepOf(point.year)}
              className={css.point}
            >
              <title>{`${point.name} ${point.year ?? ''} · ${km(point.mileage)} · ${yen(point.soldPrice)}`}</title>
            </circle>
          </a>
        ))}
        <polyline
          points={line.map(({ mileage, middleYen }) => `${x(mileage).toFixed(1)},${y(middleYen).toFixed(1)}`).join(' ')}
          className={css.middle}
        />
      </svg>
      <p className="quiet small">{t('lots.market.axes')}</p>
    </>
  );
}

const MAX_LISTED = 200;

function SaleList({ points, pageType }: { points: readonly SalePoint[]; pageType: SalesPage }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('lots.average.sale')}</th>
            <th scope="col" className="num">
              {t('lots.sort.mileage')}
            </th>
            <th scope="col" className="num">
              {t('lots.sort.soldPrice')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.slice(0, MAX_LISTED).map((point) => (
            <tr key={point.id}>
              <th scope="row">
                <a href={lotAddress(pageType, point.id)}>
                  {point.name} {point.year}
                </a>
              </th>
              <td className="num">{point.mileage === null ? '–' : km(point.mileage)}</td>
              <td className="num">
                <Money yen={point.soldPrice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const SORTS = ['offered', 'sold', 'share', 'overStart'] as const;
type Sort = (typeof SORTS)[number];
const figureOf = (group: SoldGroup, sort: Sort): number =>
  sort === 'share' ? group.sold / Math.max(1, group.offered) : (group[sort] ?? Number.NEGATIVE_INFINITY);
const MAX_GROUPS = 12;

function Groups({ name, groups }: { name: string; groups: readonly SoldGroup[] }) {
  const [sort, setSort] = useState<Sort>('offered');
  const sorted = groups.toSorted((a, b) => figureOf(b, sort) - figureOf(a, sort)).slice(0, MAX_GROUPS);
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {SORTS.map((column) => (
              <th key={column} scope="col" className="num" aria-sort={column === sort ? 'descending' : 'none'}>
                <button type="button" className={css.sort} onClick={() => setSort(column)}>
                  {t(`lots.market.${column}`)}
                  {column === sort && ' ↓'}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              <td className="num">{groupThousands(group.offered)}</td>
              <td className="num">{groupThousands(group.sold)}</td>
              <td className="num">{percent(figureOf(group, 'share'))}</td>
              <td className="num">{group.overStart === null ? '–' : `+${percent(group.overStart)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Saves the sales of the filter as a file for spreadsheets. */
function download(points: readonly SalePoint[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([saleFile(points)], { type: 'text/csv' }));
  link.download = 'sales.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
