import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { BID_STEP_YEN } from '@seri/contract/bids/rules.ts';
import { type Costing, type DoorEstimate, estimateCosts } from '@seri/contract/costs/estimate.ts';
import { bidForBudget } from '@seri/contract/costs/highest-bid.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { readStored, removeStored, writeStored } from '../shell/i18n/storage.ts';
import { useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { MoneyInput } from '../ui/forms/money-input.tsx';
import { AskManager, ClientsAsk } from './ask-manager.tsx';
import { type Budget, BudgetField } from './budget-field.tsx';
import { inCurrency, inReaderLanguage, YEN, yenFor } from './cost-texts.ts';
import costsCss from './costs.module.css';
import css from './door.module.css';
import { DoorFields, DoorQuestion } from './door-form.tsx';
import { DOOR_BLOCK } from './door-glance-panel.tsx';
import { DoorLines } from './door-lines.tsx';
import { costingOf, Source, totalText } from './door-parts.tsx';
import { DoorSkeleton } from './door-skeleton.tsx';
import { questionText } from './door-texts.ts';
import { VerdictText } from './door-verdict.tsx';
import { type CostTableHead, costQueries, type LotCosts } from './queries.ts';
import { ReferenceValue } from './reference-value.tsx';
import { VerdictSign } from './verdict-sign.tsx';

interface DoorBlockProps {
  pageType: PageType;
  lotId: string;
}

/** The total of a lot at the reader's door: heading, verdict, every line, and the bid that a budget allows. */
export function DoorBlock({ pageType, lotId }: DoorBlockProps) {
  const { data, error, refetch } = useQuery(costQueries.lot(pageType, lotId));
  if (!data && !error) return <DoorSkeleton />;
  if (!data) {
    return (
      <section className={`panel ${css.block}`}>
        <h2>{t('costs.title')}</h2>
        <p role="alert">
          {errorText(error)}{' '}
          <ActionButton kind="plain" size="xs" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      </section>
    );
  }
  if (data.destinations.length === 0) {
    return (
      <section className={`panel ${css.block}`}>
        <h2>{t('costs.title')}</h2>
        <p className="quiet">{t('costs.noTable')}</p>
      </section>
    );
  }
  return <Door key={lotId} pageType={pageType} lotId={lotId} costs={data} />;
}

function Door({ pageType, lotId, costs }: DoorBlockProps & { costs: LotCosts }) {
  const { door, table } = costs;
  const [isOpen, setOpen] = useState(() => readStored('doorFolded') === null);
  const [typedYen, setTypedYen] = useState<number | null>(null);
  const costing = useMemo(() => costingOf(costs), [costs]);
  const priceYen = typedYen ?? costs.likelyYen;
  const estimate = useMemo(
    () => (costing && priceYen !== null && priceYen > 0 ? estimateCosts(priceYen, costing) : null),
    [costing, priceYen],
  );
  const destination = costs.destinations.find(({ code }) => code === door.destination);
  const toggle = (open: boolean) => {
    setOpen(open);
    if (open) removeStored('doorFolded');
    else writeStored('doorFolded', '1');
  };
  return (
    <details
      id={DOOR_BLOCK}
      className={`panel ${css.block}`}
      open={isOpen}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary className={css.head}>
        <h2>{destination ? t('costs.titleTo', { place: inReaderLanguage(destination.label) }) : t('costs.title')}</h2>
        {estimate && table && (
          <HeadTotal
            estimate={estimate}
            currency={door.currency}
            table={table}
            country={inReaderLanguage(destination?.country ?? { en: '', ru: '' })}
          />
        )}
      </summary>
      {isOpen && (
        <div className={css.body}>
          {door.isChosen ? <DoorFields reply={costs} /> : <DoorQuestion reply={costs} />}
          <ClientsAsk lotId={lotId} asked={costs.asked} />
          {costing && table && (
            <Estimate
              pageType={pageType}
              lotId={lotId}
              costs={costs}
              costing={costing}
              table={table}
              estimate={estimate}
              priceYen={priceYen}
              onPrice={setTypedYen}
            />
          )}
        </div>
      )}
    </details>
  );
}

interface HeadTotalProps {
  estimate: DoorEstimate;
  currency: string;
  table: CostTableHead;
  country: string;
}

function HeadTotal({ estimate, currency, table, country }: HeadTotalProps) {
  const { verdict } = estimate;
  return (
    <span className={css.total}>
      <VerdictSign verdict={verdict} label={t(`costs.verdict.${verdict}`, { country })} />
      <b>{totalText(estimate, currency, table)}</b>
    </span>
  );
}

interface EstimateProps extends DoorBlockProps {
  costs: LotCosts;
  costing: Costing;
  table: CostTableHead;
  estimate: DoorEstimate | null;
  priceYen: number | null;
  onPrice: (yen: number | null) => void;
}

function Estimate({ pageType, lotId, costs, costing, table, estimate, priceYen, onPrice }: EstimateProps) {
  const hammerId = useId();
  const { door, vehicle } = costs;
  const isManager = useSession().detail.userType === USER_TYPE.manager;
  const rests = costing.door.lines.find(({ reference }) => reference !== null);
  const [typed, setBudget] = useState<Budget | null>(null);
  // Follows the currency of the door until the reader has chosen another one for the budget.
  const budget = typed ?? { amount: 0, currency: door.currency };
  const answer = budget.amount > 0 ? bidForBudget(yenFor(budget, table.rates), costing) : null;
  return (
    <>
      {estimate && (
        <Verdict estimate={estimate} costing={costing} table={table}>
          <AskManager pageType={pageType} lotId={lotId} questions={estimate.questions} asked={costs.asked} />
        </Verdict>
      )}
      {isManager && rests && (
        <ReferenceValue
          key={costing.door.destination.code}
          lotId={lotId}
          destination={costing.door.destination.code}
          currency={rests.line.currency}
          value={vehicle.referenceValue}
        />
      )}
      <div className={costsCss.choices}>
        <div>
          <label htmlFor={hammerId} className={costsCss.label}>
            {t('costs.hammer')}
          </label>
          <MoneyInput
            id={hammerId}
            value={priceYen ?? 0}
            onChange={(yen) => onPrice(yen === 0 ? null : yen)}
            stepYen={BID_STEP_YEN}
          />
        </div>
        <BudgetField budget={budget} rates={table.rates} onChange={setBudget} />
      </div>
      {answer && (
        <p className={costsCss.answer} role="status">
          <BudgetText answer={answer} rates={table.rates} />
        </p>
      )}
      {estimate ? (
        <DoorLines estimate={estimate} costing={costing} costs={costs} table={table} />
      ) : (
        <p className="quiet">{t('costs.noTotal')}</p>
      )}
    </>
  );
}

function BudgetText({ answer, rates }: { answer: ReturnType<typeof bidForBudget>; rates: CostTableHead['rates'] }) {
  if ('isUnknown' in answer) return t('costs.noBidForBudget');
  if (answer.yen === null) return t('costs.tooLittle');
  return (
    <>
      {t('costs.highest')} <b>{inCurrency(answer.yen, YEN, rates)}</b>
    </>
  );
}

interface VerdictProps {
  estimate: DoorEstimate;
  costing: Costing;
  table: CostTableHead;
  /** Below the questions. */
  children: ReactNode;
}

/** Verdict, the rules behind it, and the questions that would narrow the range. */
function Verdict({ estimate, costing, table, children }: VerdictProps) {
  const { verdict, rules, verdictAtAuction, questions, leastYen, mostYen } = estimate;
  const country = inReaderLanguage(costing.door.destination.country);
  const isRange = mostYen === null || mostYen !== leastYen;
  return (
    <div className={css.rules}>
      <VerdictText verdict={verdict} country={country} />
      {rules.map((rule) => (
        <p key={rule.code} className="quiet small">
          {inReaderLanguage(rule.text)} <Source table={table} code={rule.source} />
        </p>
      ))}
      {verdictAtAuction && <p className="small">{t('costs.verdictAtAuction')}</p>}
      {/* No answer lets a sanctioned vehicle in. */}
      {verdict !== 'sanctioned' && questions.length > 0 && (isRange || verdict === 'depends') && (
        <div className={css.narrow} role="note">
          <p>
            {isRange && t('costs.rangeWhy')} {t('costs.questions')}
          </p>
          <ul>
            {questions.map((question) => (
              <li key={question}>{questionText(question)}</li>
            ))}
          </ul>
          {children}
        </div>
      )}
    </div>
  );
}
