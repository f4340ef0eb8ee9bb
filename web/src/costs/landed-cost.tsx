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
import { Bone } from '../ui/data/skeleton.tsx';
import { MoneyInput } from '../ui/forms/money-input.tsx';
import { BudgetField } from './budget-field.tsx';
import { CostLines, MissingFacts } from './cost-lines.tsx';
import { inCurrency, spoken, YEN, yenFor } from './cost-words.ts';
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
  if (!data && !error) return <Bone height={320} quiet />;
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
  const placeId = useId();
  const [chosen, setChosen] = useState(readStored('costDestination'));
  const placeOf = (wanted: string | null) => table.destinations.find(({ code }) => code === wanted);
  const place = placeOf(chosen) ?? placeOf(costs.home);
  const [from, setFrom] = useState<'bid' | 'budget'>('bid');
  const [hammerYen, setHammerYen] = useState(firstYen - (firstYen % BID_STEP_YEN));
  const [budget, setBudget] = useState({ amount: 0, currency: YEN });
  const [shown, setShown] = useState(YEN);

  const choosePlace = (code: string) => {
    setChosen(code);
    writeStored('costDestination', code);
  };
  const rules = place ? rulesFor(costs.rules, costs.facts, placesTo(place)) : [];
  const costing: Costing = { rules, rates: table.rates, facts: costs.facts };
  const answer = from === 'budget' ? bidForBudget(yenFor(budget, table.rates), costing) : null;
  const highestYen = answer && 'yen' in answer ? answer.yen : null;
  const priceYen = from === 'bid' ? hammerYen : (highestYen ?? 0);
  const estimate = place && priceYen > 0 ? estimateCosts(priceYen, costing) : null;

  return (
    <div className={css.body}>
      <div className={css.choices}>
        <div>
          <label htmlFor={placeId} className={css.label}>
            {t('costs.destination')}
          </label>
          <select
            id={placeId}
            className={css.select}
            value={place?.code ?? ''}
            onChange={(event) => choosePlace(event.currentTarget.value)}
          >
            {!place && (
              <option value="" disabled>
                {t('costs.choosePlace')}
              </option>
            )}
            <Places label={t('costs.toPort')} places={table.destinations.filter(({ via }) => !via)} />
            <Places label={t('costs.toDoor')} places={table.destinations.filter(({ via }) => via)} />
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
      {place && answer && 'missing' in answer && (
        <div className={css.answer} role="status">
          <p>{t('costs.noBidForBudget')}</p>
          <MissingFacts facts={answer.missing} />
        </div>
      )}
      {place && answer && 'yen' in answer && budget.amount > 0 && (
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
        <Hint isPlaceKnown={place !== undefined} from={from} isRefused={answer !== null && 'missing' in answer} />
      )}
    </div>
  );
}

interface HintProps {
  isPlaceKnown: boolean;
  from: 'bid' | 'budget';
  isRefused: boolean;
}

/** The reader's next step while there is no estimate. */
function Hint({ isPlaceKnown, from, isRefused }: HintProps) {
  if (!isPlaceKnown) return <p className="quiet">{t('costs.askPlace')}</p>;
  if (isRefused) return null;
  return <p className="quiet">{t(from === 'bid' ? 'costs.enterBid' : 'costs.enterBudget')}</p>;
}

const Places = ({ label, places }: { label: string; places: readonly CostDestination[] }) =>
  places.length > 0 && (
    <optgroup label={label}>
      {places.map(({ code, label: name }) => (
        <option key={code} value={code}>
          {spoken(name)}
        </option>
      ))}
    </optgroup>
  );
