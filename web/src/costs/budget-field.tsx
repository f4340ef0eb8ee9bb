import type { CostRates } from '@seri/contract/costs/tables.ts';
import { useId } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { groupThousands, numberOf } from '../ui/theme/number-text.ts';
import { currenciesOf } from './cost-texts.ts';
import css from './costs.module.css';

export interface Budget {
  amount: number;
  currency: string;
}

interface BudgetFieldProps {
  budget: Budget;
  rates: CostRates;
  onChange: (budget: Budget) => void;
}

/** Total budget in a currency of the reader's choice. */
export function BudgetField({ budget, rates, onChange }: BudgetFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={css.label}>
        {t('costs.budget')}
      </label>
      <div className={css.budget}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          value={budget.amount === 0 ? '' : groupThousands(budget.amount)}
          onChange={(event) => onChange({ ...budget, amount: numberOf(event.currentTarget.value) })}
        />
        <CurrencyChoice
          currency={budget.currency}
          rates={rates}
          onChange={(currency) => onChange({ ...budget, currency })}
        />
      </div>
    </div>
  );
}

interface CurrencyChoiceProps {
  currency: string;
  rates: CostRates;
  onChange: (currency: string) => void;
}

const CurrencyChoice = ({ currency, rates, onChange }: CurrencyChoiceProps) => (
  <select
    className={css.select}
    aria-label={t('costs.currency')}
    value={currency}
    onChange={(event) => onChange(event.currentTarget.value)}
  >
    {currenciesOf(rates).map((code) => (
      <option key={code}>{code}</option>
    ))}
  </select>
);
