import type { CostEstimate, CostLine, MissingFact } from '@seri/contract/costs/estimate.ts';
import { isInCif, isInFob } from '@seri/contract/costs/tables.ts';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { CurrencyChoice } from './budget-field.tsx';
import { inCurrency, inReaderLanguage, rateText, YEN } from './cost-texts.ts';
import css from './costs.module.css';
import type { CostTableHead, LotCosts } from './queries.ts';

interface CostLinesProps {
  estimate: CostEstimate;
  shown: string;
  onShown: (currency: string) => void;
  costs: LotCosts;
  table: CostTableHead;
}

/** Each cost with its rule, subtotals, and the missing facts without which the total is a minimum. */
export function CostLines({ estimate, shown, onShown, costs, table }: CostLinesProps) {
  const { lines, hammerYen, fobYen, cifYen, totalYen, missing } = estimate;
  const inJapan = lines.filter(({ kind }) => isInFob(kind));
  const atSea = lines.filter(({ kind }) => isInCif(kind) && !isInFob(kind));
  const ashore = lines.filter(({ kind }) => !isInCif(kind));
  const amount = (yen: number) => inCurrency(yen, shown, table.rates);
  return (
    <>
      <table className={css.lines}>
        <caption className="visually-hidden">{t('costs.caption')}</caption>
        <tbody>
          <Sum label={t('costs.hammer')} amount={amount(hammerYen)} />
          <Costs lines={inJapan} amount={amount} />
          <Sum label={t('costs.fob')} amount={amount(fobYen)} />
          <Costs lines={atSea} amount={amount} />
          {atSea.length > 0 && <Sum label={t('costs.cif')} amount={amount(cifYen)} />}
          <Costs lines={ashore} amount={amount} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t(missing.length > 0 ? 'costs.totalAtLeast' : 'costs.total')}</th>
            <td>
              <b>{amount(totalYen)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      <MissingFacts facts={missing} />
      {costs.facts.ageMonths !== null && !costs.facts.isMonthKnown && !missing.includes('month') && (
        <p className="quiet small">{t('costs.monthUnknown')}</p>
      )}
      <div className={css.foot}>
        <span className={css.shown}>
          <span className="quiet">{t('costs.shownIn')}</span>
          <CurrencyChoice currency={shown} rates={table.rates} onChange={onShown} />
        </span>
        <span className="quiet small">
          {shown === YEN ? t('costs.yenBinds') : `${rateText(shown, table)}. ${t('costs.yenBinds')}`}
        </span>
      </div>
      <p className="quiet small">
        {t('costs.version', { name: table.name, id: table.id, date: japanFullDate(table.validFrom) })}{' '}
        {inReaderLanguage(table.note)}
      </p>
    </>
  );
}

/** Lists missing facts that decide the amount, with the reader's next step. */
export const MissingFacts = ({ facts }: { facts: readonly MissingFact[] }) =>
  facts.map((fact) => (
    <p key={fact} className={css.missing} role="note">
      {t(`costs.missing.${fact}`)}
    </p>
  ));

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <tr data-sum="true">
    <th scope="row">{label}</th>
    <td>{amount}</td>
  </tr>
);

const Costs = ({ lines, amount }: { lines: readonly CostLine[]; amount: (yen: number) => string }) =>
  lines.map(({ kind, rule, amountYen }) => (
    <tr key={rule.code}>
      <th scope="row">
        {t(`costs.kind.${kind}`)}
        <span className={css.rule}>
          {inReaderLanguage(rule.note)} <code>{rule.code}</code>
        </span>
      </th>
      <td>{amount(amountYen)}</td>
    </tr>
  ));
