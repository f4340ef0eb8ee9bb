import type { Costing, DoorEstimate, DoorLine, Turn } from '@seri/contract/costs/estimate.ts';
import type { KnownFacts } from '@seri/contract/costs/facts.ts';
import { isInCif } from '@seri/contract/costs/tables.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { japanDay, japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { areRatesOld, inCurrency, inReaderLanguage, rateText, YEN } from './cost-texts.ts';
import css from './door.module.css';
import { Source, totalText } from './door-parts.tsx';
import { factText, lineText } from './door-texts.ts';
import type { CostTableHead, LotCosts } from './queries.ts';

interface DoorLinesProps {
  estimate: DoorEstimate;
  costing: Costing;
  costs: LotCosts;
  table: CostTableHead;
}

/** Each line with its rule, its facts and its source: what is paid in Japan and at sea in yen, the rest in the reader's currency. */
export function DoorLines({ estimate, costing, costs, table }: DoorLinesProps) {
  const { currency } = costs.door;
  const { lines, hammerYen, cif } = estimate;
  const atSea = lines.filter(({ kind }) => isInCif(kind));
  const ashore = lines.filter(({ kind }) => !isInCif(kind));
  const [only] = costing.scenarios.list.length === 1 ? costing.scenarios.list : [];
  const known = only?.facts ?? null;
  const country = inReaderLanguage(costing.door.destination.country);
  const ashoreRange = ashore.filter(({ kind }) => kind !== 'value');
  return (
    <>
      <table className={css.lines}>
        <caption className="visually-hidden">{t('costs.caption')}</caption>
        <tbody>
          <Sum label={t('costs.inJapan')} amount={totalText(cif, YEN, table)} />
          <tr>
            <th scope="row">{t('costs.hammer')}</th>
            <td className={css.why} />
            <td className={css.from} />
            <td className={css.amount}>{inCurrency(hammerYen, YEN, table.rates)}</td>
          </tr>
          {atSea.map((line) => (
            <Line key={line.code} line={line} currency={YEN} table={table} known={known} />
          ))}
        </tbody>
        <tbody>
          <Sum
            label={t('costs.inCountry', { country })}
            note={arrivalText(costing)}
            amount={totalText(sumOf(ashoreRange), currency, table)}
          />
          {ashore.map((line) => (
            <Line key={line.code} line={line} currency={currency} table={table} known={known} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('costs.total')}
            </th>
            <td className={css.amount}>
              <b>{totalText(estimate, currency, table)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      <Notes table={table} currency={currency} />
    </>
  );
}

const sumOf = (lines: readonly DoorLine[]) => ({
  leastYen: lines.reduce((sum, { leastYen }) => sum + leastYen, 0),
  mostYen: lines.reduce<number | null>(
    (sum, { mostYen }) => (sum === null || mostYen === null ? null : sum + mostYen),
    0,
  ),
});

function arrivalText({ arrivalDay, deliveryDay }: Costing): string {
  const arrives = t('costs.arrives', { date: japanFullDate(arrivalDay) });
  return deliveryDay === arrivalDay
    ? arrives
    : `${arrives}, ${t('costs.delivered', { date: japanFullDate(deliveryDay) })}`;
}

const Sum = ({ label, note, amount }: { label: string; note?: string; amount: string }) => (
  <tr data-sum="true">
    <th scope="rowgroup">{label}</th>
    <td className={css.why}>{note}</td>
    <td className={css.from} />
    <td className={css.amount}>{amount}</td>
  </tr>
);

interface LineProps {
  line: DoorLine;
  currency: string;
  table: CostTableHead;
  /** Null while some fact is unknown. */
  known: KnownFacts | null;
}

function Line({ line, currency, table, known }: LineProps) {
  const facts = known ? line.facts.flatMap((name) => factText(name, known) ?? []) : [];
  return (
    <tr data-turns={line.turn !== null || undefined}>
      <th scope="row">
        {lineText(line)}
        {line.kind === 'value' && <span className="quiet small"> {t('costs.notCharged')}</span>}
      </th>
      <td className={css.why}>
        {ruleTexts(line).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {facts.length > 0 && <span className="quiet">{facts.join(' · ')}</span>}
        {line.turn && <b>{turnText(line.turn, currency, table)}</b>}
      </td>
      <td className={css.from}>
        <Source table={table} code={line.source} />
      </td>
      <td className={css.amount}>{totalText(line, currency, table)}</td>
    </tr>
  );
}

/** At most the cheapest and the dearest rule of a range. */
function ruleTexts({ cases, freight }: DoorLine): string[] {
  if (freight) return [t(`costs.freight.${freight.mode}`, { carrier: freight.carrier })];
  const notes = cases.map(({ note }) => inReaderLanguage(note));
  const [first] = notes;
  const last = notes.at(-1);
  return first === undefined || last === undefined ? [] : [...new Set([first, last])];
}

function turnText({ on, years, differenceYen }: Turn, currency: string, { rates }: CostTableHead): string {
  const sign = differenceYen > 0 ? '+' : '';
  const values = { date: japanDay(on), amount: `${sign}${inCurrency(differenceYen, currency, rates)}` };
  return years === null ? t('costs.turn.rule', values) : t('costs.turn.years', { count: years, ...values });
}

/** Version, rates and what the company has not verified yet. */
function Notes({ table, currency }: { table: CostTableHead; currency: string }) {
  const isVerified = table.sources.every(({ verified }) => verified);
  return (
    <div className={css.notes}>
      {areRatesOld(table.ratesAt, serverNow()) && (
        <p className="small">{t('costs.oldRates', { date: japanFullDate(table.ratesAt) })}</p>
      )}
      {!isVerified && <p className="small">{t('costs.unverified')}</p>}
      <p className="quiet small">
        {currency !== YEN && `${rateText(currency, table)}. `}
        {t('costs.yenBinds')}{' '}
        {t('costs.version', { name: table.name, id: table.id, date: japanFullDate(table.validFrom) })}
      </p>
    </div>
  );
}
