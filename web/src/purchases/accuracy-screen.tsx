import type { CostKind } from '@seri/contract/costs/tables.ts';
import {
  type AccuracyPeriod,
  accuracyPeriod,
  type DestinationAccuracy,
  estimateAccuracy,
  exportAccuracy,
} from '@seri/contract/purchases/accuracy-routes.ts';
import type { Cost } from '@seri/contract/purchases/finances.ts';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { PriceAlarms } from '../prices/alarms-panel.tsx';
import { call } from '../shell/api/api.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { CsvDownload } from '../shell/csv-download.tsx';
import { serverNow } from '../shell/i18n/clock.ts';
import { language, t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Money } from '../ui/data/money.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import { Page } from '../ui/theme/page.tsx';
import css from './accuracy.module.css';
import { costText } from './cost-part.tsx';

const accuracyQuery = (period: AccuracyPeriod) =>
  queryOptions({
    queryKey: ['purchases', 'accuracy', period],
    queryFn: ({ signal }) => call(estimateAccuracy, { query: period, signal }),
    placeholderData: keepPreviousData,
  });

/** How estimates compared with invoices, so that the operator corrects the tables, and sources set aside by the model. */
export function AccuracyScreen() {
  usePageTitle({ title: t('purchases.accuracy.title') });
  const [{ dateFrom, dateTo }, setPeriod] = useScreenSearch(accuracyPeriod);
  return (
    <Page dense>
      <PriceAlarms />
      <Accuracy period={{ dateFrom, dateTo }} onChange={setPeriod} />
    </Page>
  );
}

interface PeriodProps {
  period: AccuracyPeriod;
  onChange: (days: Partial<AccuracyPeriod>, how?: { replace: boolean }) => void;
}

const NO_PERIOD = { dateFrom: undefined, dateTo: undefined };
const hasDays = ({ dateFrom, dateTo }: AccuracyPeriod) => dateFrom !== undefined || dateTo !== undefined;

function Accuracy({ period, onChange }: PeriodProps) {
  return (
    <>
      <PeriodFields period={period} onChange={onChange} />
      <Destinations period={period} onChange={onChange} />
    </>
  );
}

function PeriodFields({ period, onChange }: PeriodProps) {
  const ends = { dateFrom: t('payments.from'), dateTo: t('payments.to') };
  return (
    <div className={css.period}>
      {(['dateFrom', 'dateTo'] as const).map((end) => (
        <DayField
          key={end}
          label={ends[end]}
          invalid={t('Errors.Invalid')}
          value={period[end]}
          onChange={(day) => onChange({ [end]: day }, { replace: true })}
        />
      ))}
      {hasDays(period) && (
        <ActionButton kind="plain" onClick={() => onChange(NO_PERIOD)}>
          {t('purchases.accuracy.reset')}
        </ActionButton>
      )}
      <CsvDownload addressOf={() => call(exportAccuracy, { query: period })} />
    </div>
  );
}

function Destinations({ period, onChange }: PeriodProps) {
  const { data, error, refetch } = useQuery(accuracyQuery(period));
  if (error)
    return (
      <FailedState
        title={t('purchases.accuracy.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        at={serverNow()}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonBlock height={240} quiet />;
  if (data.destinations.length === 0 && hasDays(period))
    return (
      <EmptyState
        icon={IconReceipt}
        title={t('purchases.accuracy.none')}
        text={t('purchases.accuracy.noneText')}
        action={<ActionButton onClick={() => onChange(NO_PERIOD)}>{t('purchases.accuracy.reset')}</ActionButton>}
      />
    );
  if (data.destinations.length === 0)
    return (
      <EmptyState icon={IconReceipt} title={t('purchases.accuracy.empty')} text={t('purchases.accuracy.emptyText')} />
    );
  return (
    <>
      <p className="quiet">{t(hasDays(period) ? 'purchases.accuracy.leadPeriod' : 'purchases.accuracy.lead')}</p>
      {data.destinations.map((one) => (
        <Destination key={one.destination.en} {...one} />
      ))}
    </>
  );
}

/** A mean difference of this part of the estimate deserves a look at the table. */
const FAR = 0.1;

function Destination({ destination, purchases, lines }: DestinationAccuracy) {
  const names = {
    purchases: t('purchases.accuracy.purchases'),
    estimated: t('purchases.estimate.estimated'),
    charged: t('purchases.estimate.charged'),
    difference: t('purchases.accuracy.difference'),
    error: t('purchases.accuracy.error'),
  };
  return (
    <section className={`panel ${css.part}`}>
      <h2>
        {destination[language]}{' '}
        <span className="quiet small">{t('purchases.accuracy.count', { count: purchases })}</span>
      </h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('purchases.estimate.cost')}</th>
              {Object.values(names).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => {
              const isFar = Math.abs(line.meanDifferenceYen) > FAR * line.meanEstimatedYen;
              return (
                <tr key={line.kind}>
                  <th scope="row">{costText(line.kind as Cost | CostKind)}</th>
                  <td data-label={names.purchases}>{line.purchases}</td>
                  <td data-label={names.estimated}>
                    <Money yen={line.meanEstimatedYen} />
                  </td>
                  <td data-label={names.charged}>
                    <Money yen={line.meanChargedYen} />
                  </td>
                  <td data-label={names.difference} data-far={isFar || undefined}>
                    <span>
                      <Money yen={line.meanDifferenceYen} signed />
                      {isFar && (
                        <span className={css.note}>
                          {t(line.meanDifferenceYen > 0 ? 'purchases.accuracy.tooLow' : 'purchases.accuracy.tooHigh')}
                        </span>
                      )}
                    </span>
                  </td>
                  <td data-label={names.error}>
                    <Money yen={line.meanErrorYen} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
