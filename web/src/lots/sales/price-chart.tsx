import type { MonthOfSales } from '@seri/contract/lots/records.ts';
import { useState } from 'react';
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { groupThousands, yen } from '../../shell/i18n/format.ts';
import { language, t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import css from './price-history.module.css';

interface PriceChartProps {
  months: readonly MonthOfSales[];
}

const monthText = (month: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** In thousands of yen, so that the axis stays narrow. */
const axisText = (amountYen: number): string => groupThousands(Math.round(amountYen / 1_000));

/** Average and range of the sold prices by month, with a table for readers who prefer one. */
export function PriceChart({ months }: PriceChartProps) {
  const [isTable, setTable] = useState(false);
  const data = months.map((month) => ({ ...month, span: [month.lowYen, month.highYen] as const }));
  return (
    <>
      <p className={css.legend}>
        <span>{t('lots.history.average')}</span>
        <span data-range>{t('lots.history.span')}</span>
        {t('lots.history.unit')}
        <ActionButton kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('lots.history.table')}
        </ActionButton>
      </p>
      {isTable ? (
        <MonthTable months={months} />
      ) : (
        <figure>
          <div className={css.chart} aria-hidden="true">
            <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 220 }}>
              <ComposedChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
                <CartesianGrid vertical={false} stroke="var(--hairline)" />
                <XAxis
                  dataKey="month"
                  tickFormatter={monthText}
                  minTickGap={24}
                  tickLine={false}
                  stroke="var(--control)"
                />
                <YAxis
                  tickFormatter={axisText}
                  width={60}
                  tickLine={false}
                  axisLine={false}
                  domain={['auto', 'auto']}
                />
                <Tooltip content={<MonthTip />} isAnimationActive={false} />
                <Bar dataKey="span" barSize={20} stroke="var(--control)" fill="var(--sel)" isAnimationActive={false} />
                <Line
                  dataKey="averageYen"
                  stroke="var(--indigo)"
                  strokeWidth={2}
                  dot={{ r: 3, fill: 'var(--indigo)' }}
                  isAnimationActive={false}
                />
              </ComposedChart>
            </ResponsiveContainer>
          </div>
          <figcaption className="visually-hidden">
            <MonthTable months={months} />
          </figcaption>
        </figure>
      )}
    </>
  );
}

interface MonthTipProps {
  active?: boolean;
  payload?: readonly { payload?: MonthOfSales }[];
}

function MonthTip({ active = false, payload = [] }: MonthTipProps) {
  const month = payload[0]?.payload;
  if (!active || !month) return null;
  return (
    <div className={css.tip}>
      <b>{monthText(month.month)}</b>
      <p>{t('lots.history.tip', { average: yen(month.averageYen), count: month.sales })}</p>
      <p className="quiet">{t('lots.history.tipSpan', { low: yen(month.lowYen), high: yen(month.highYen) })}</p>
    </div>
  );
}

function MonthTable({ months }: PriceChartProps) {
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{t('lots.history.caption')}</caption>
      <thead>
        <tr>
          {(['month', 'count', 'average', 'low', 'high'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`lots.history.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month}>
            <th scope="row">{monthText(month.month)}</th>
            <td>{groupThousands(month.sales)}</td>
            {[month.averageYen, month.lowYen, month.highYen].map((amountYen, column) => (
              <td key={['average', 'low', 'high'][column]}>
                <Money yen={amountYen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
