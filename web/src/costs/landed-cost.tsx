import { BID_STEP_YEN } from '@seri/contract/bids/rules.ts';
import { type Costing, estimateCosts, rulesFor } from '@seri/contract/costs/estimate.ts';
import { bidForBudget } from '@seri/contract/costs/highest-bid.ts';
import { type CostDestination, placesTo } from '@seri/contract/costs/tables.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { readStored, writeStored } from '../shell/i18n/storage.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { MoneyInput } from '../ui/forms/money-input.tsx';
import { BudgetField } from './budget-field.tsx';
import { CostLines, MissingFacts } from './cost-lines.tsx';
import { inCurrency, inReaderLanguage, YEN, yenFor } from './cost-texts.ts';
import css from './costs.module.css';
import { type CostTableHead, costQueries, type LotCosts } from './queries.ts';

interface LandedCostProps {
  pageType: PageType;
  lotId: string;
  firstYen: number | null;
}

/** Estimates the cost from a hammer price to the port, and the highest bid from a budget. */
export function LandedCost({ pageType, lotId, firstYen }: LandedCostProps) {
  const { data, error, refetch } = useQuery(costQueries.lot(pageType, lotId));
  if (!data && !error) return <SkeletonBlock height={320} quiet />;
  if (!data) {
    return (
      <p className={css.body} role="alert">
        {errorText(error)}{' '}
        <ActionButton kind="plain" size="xs" onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </ActionButton>
      </p>
    );
  }
  if (!data.table) return <p className={`quiet ${css.body}`}>{t('costs.noTable')}</p>;
  return <Estimate costs={data} table={data.table} firstYen={firstYen ?? 0} />;
}

function Estimate({ costs, table, firstYen }: { costs: LotCosts; table: CostTableHead; firstYen: number }) {
  const hammerId = useId();
  const destinationId = useId();
  const [chosen, setChosen] = useState(readStored('costDestination'));
  const destinationOf = (chosenCode: string | null) => table.destinations.find(({ code }) => code === chosenCode);
  const destination = destinationOf(chosen) ?? destinationOf(costs.home);
  const [from, setFrom] = useState<'bid' | 'budget'>('bid');
  const [hammerYen, setHammerYen] = useState(firstYen - (firstYen % BID_STEP_YEN));
  const [budget, setBudget] = useState({ amount: 0, currency: YEN });
  const [shown, setShown] = useState(YEN);

  const chooseDestination = (code: string) => {
    setChosen(code);
    writeStored('costDestination', code);
  };
  const rules = destination ? rulesFor(costs.rules, costs.facts, placesTo(destination)) : [];
  const costing: Costing = { rules, rates: table.rates, facts: costs.facts };
  const answer = from === 'budget' ? bidForBudget(yenFor(budget, table.rates), costing) : null;
  const highestYen = answer && 'yen' in answer ? answer.yen : null;
  const priceYen = from === 'bid' ? hammerYen : (highestYen ?? 0);
  const estimate = destination && priceYen > 0 ? estimateCosts(priceYen, costing) : null;

  return (
    <div className={css.body}>
      <div className={css.choices}>
        <div>
          <label htmlFor={destinationId} className={css.label}>
            {t('costs.destination')}
          </label>
          <select
            id={destinationId}
            className={css.select}
            value={destination?.code ?? ''}
            onChange={(event) => chooseDestination(event.currentTarget.value)}
          >
            {!destination && (
              <option value="" disabled>
                {t('costs.choosePlace')}
              </option>
            )}
            <Destinations label={t('costs.toPort')} places={table.destinations.filter(({ via }) => !via)} />
            <Destinations label={t('costs.toDoor')} places={table.destinations.filter(({ via }) => via)} />
          </select>
        </div>
        <div className={css.from}>
          <Segmented
            name={t('costs.from')}
            value={from}
            options={[
              { value: 'bid', label: t('costs.from.bid') },
              { value: 'budget', label: t('costs.from.budget') },
            ]}
            onChange={setFrom}
          />
        </div>
        {from === 'bid' ? (
          <div>
            <label htmlFor={hammerId} className={css.label}>
              {t('costs.hammer')}
            </label>
            <MoneyInput id={hammerId} value={hammerYen} onChange={setHammerYen} stepYen={BID_STEP_YEN} />
          </div>
        ) : (
          <BudgetField budget={budget} rates={table.rates} onChange={setBudget} />
        )}
      </div>
      {destination && answer && 'missing' in answer && (
        <div className={css.answer} role="status">
          <p>{t('costs.noBidForBudget')}</p>
          <MissingFacts facts={answer.missing} />
        </div>
      )}
      {destination && answer && 'yen' in answer && budget.amount > 0 && (
        <p className={css.answer} role="status">
          {highestYen === null ? (
            t('costs.tooLittle')
          ) : (
            <>
              {t('costs.highest')} <b>{inCurrency(highestYen, YEN, table.rates)}</b>
            </>
          )}
        </p>
      )}
      {estimate ? (
        <CostLines estimate={estimate} shown={shown} onShown={setShown} costs={costs} table={table} />
      ) : (
        <Hint
          hasDestination={destination !== undefined}
          from={from}
          isRefused={answer !== null && 'missing' in answer}
        />
      )}
    </div>
  );
}

interface HintProps {
  hasDestination: boolean;
  from: 'bid' | 'budget';
  isRefused: boolean;
}

/** The reader's next step while there is no estimate. */
function Hint({ hasDestination, from, isRefused }: HintProps) {
  if (!hasDestination) return <p className="quiet">{t('costs.askPlace')}</p>;
  if (isRefused) return null;
  return <p className="quiet">{t(from === 'bid' ? 'costs.enterBid' : 'costs.enterBudget')}</p>;
}

const Destinations = ({ label, places }: { label: string; places: readonly CostDestination[] }) =>
  places.length > 0 && (
    <optgroup label={label}>
      {places.map(({ code, label: name }) => (
        <option key={code} value={code}>
          {inReaderLanguage(name)}
        </option>
      ))}
    </optgroup>
  );
