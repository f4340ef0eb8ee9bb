import type { ChanceGroup, PriceRecord, RecordGroup } from '@seri/contract/prices/record-routes.ts';
import { AIM, isWithinBounds, MIN_JUDGED } from '@seri/contract/prices/scorecard.ts';
import { IconAlertTriangle, IconChartDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { serverNow } from '../shell/i18n/clock.ts';
import { groupThousands, yen, zonedTime } from '../shell/i18n/format.ts';
import { language, t } from '../shell/i18n/i18n.ts';
import { Brand } from '../shell/layout/brand.tsx';
import { LayoutFrame } from '../shell/layout/layout.tsx';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { PlainPage } from '../shell/layout/plain-page.tsx';
import { LinkButton } from '../shell/link-button.tsx';
import { useSessionState } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { priceQueries } from './queries.ts';
import css from './record-screen.module.css';

/** The public record of price ranges and chances, with or without a session. */
export function RecordScreen() {
  const { status, session } = useSessionState();
  usePageTitle({ title: t('prices.title') });
  if (status === 'unknown' || status === 'loading') return null;
  if (session && !session.secondFactorNeeded)
    return (
      <LayoutFrame>
        <Page>
          <Record />
        </Page>
      </LayoutFrame>
    );
  return (
    <PlainPage>
      <div className={css.brand}>
        <Link {...paths.login()}>
          <Brand />
        </Link>
        <LinkButton {...paths.login()} kind="plain">
          {t('auth.submit')}
        </LinkButton>
      </div>
      <Record />
    </PlainPage>
  );
}

function Record() {
  const { data, error, refetch } = useQuery(priceQueries.record());
  const [vehicle, setVehicle] = useState<'car' | 'bike'>('car');
  if (error && !data)
    return (
      <FailedState
        title={t('prices.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        at={serverNow()}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonBlock height={480} quiet />;
  const record = data.records.find((one) => one.vehicle === vehicle);
  const alarms = data.alarms.filter((alarm) => alarm.vehicle === vehicle);
  return (
    <div className={css.page}>
      <Choice
        label={t('prices.vehicles')}
        options={['car', 'bike'] as const}
        value={vehicle}
        textOf={(value) => t(`prices.vehicle.${value}`)}
        onChange={setVehicle}
      />
      {alarms.map((alarm) => (
        <p key={alarm.firstDay} role="alert" className={css.alarm}>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          {t('prices.alarm', { day: alarm.firstDay, count: alarm.sales, percent: Math.round((alarm.ratio - 1) * 100) })}
        </p>
      ))}
      {!record || record.total.sales === 0 ? (
        <EmptyState icon={IconChartDots} title={t('prices.empty')} text={t('prices.emptyText')} />
      ) : (
        <Results record={record} updatedAt={data.updatedAt} />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Value[];
  value: Value;
  textOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, options, value, textOf, onChange }: ChoiceProps<Value>) => (
  <Segmented
    name={label}
    value={value}
    options={options.map((option) => ({ value: option, label: textOf(option) }))}
    onChange={onChange}
  />
);

const coverageOf = ({ sales, inside }: RecordGroup) => (sales === 0 ? 0 : inside / sales);
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = (share: number) => `${decimal.format(share * 100)} %`;
const signedPercent = (share: number) =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${decimal.format(Math.abs(share) * 100)} %`;

function Results({ record, updatedAt }: { record: PriceRecord; updatedAt: string | null }) {
  const { total } = record;
  return (
    <>
      <header className={css.head}>
        <div>
          <h1>{t('prices.headline', { share: percent(coverageOf(total)) })}</h1>
          <p className="quiet">{t('prices.lead')}</p>
          <p className="quiet small">
            {updatedAt && t('prices.updated', { time: zonedTime(updatedAt) })}{' '}
            {total.replayed > 0 && t('prices.replayed', { count: total.replayed })}
          </p>
        </div>
        <dl className={css.figures}>
          <Figure name={t('prices.inside')} value={percent(coverageOf(total))} note={t('prices.target')} />
          <Figure name={t('prices.sales')} value={groupThousands(total.sales)} note={t('prices.days')} />
          <Figure name={t('prices.error')} value={percent(total.error ?? 0)} note={t('prices.ofPrice')} />
          <Figure
            name={t('prices.bias')}
            value={signedPercent(total.bias ?? 0)}
            note={t((total.bias ?? 0) < 0 ? 'prices.low' : 'prices.high')}
          />
        </dl>
      </header>
      <div className={css.charts}>
        <Months months={record.months} />
        <Chances chances={record.chances} />
      </div>
      <Groups record={record} />
    </>
  );
}

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b> <span className="quiet small">{note}</span>
    </dd>
  </div>
);

const LOWEST = 0.65;
const HIGHEST = 0.95;
const placeOf = (share: number) =>
  `${Math.max(0, Math.min(100, ((share - LOWEST) / (HIGHEST - LOWEST)) * 100)).toFixed(1)}%`;

const monthText = (month: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function Months({ months }: { months: readonly RecordGroup[] }) {
  return (
    <section className={`panel ${css.panel}`}>
      <h2>{t('prices.months')}</h2>
      <p className="quiet small">{t('prices.monthsNote')}</p>
      <table className={css.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('prices.month')}</th>
            <th scope="col">{t('prices.inside')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((group) => (
            <tr key={group.name}>
              <th scope="row">{monthText(group.name)}</th>
              <td className={css.wide}>
                <Coverage group={group} low={AIM.low} high={AIM.high} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Coverage({ group, low, high }: { group: RecordGroup; low: number; high: number }) {
  const share = coverageOf(group);
  // Few sales are outside by chance.
  const isOut = group.sales >= MIN_JUDGED && (share < low || share > high);
  return (
    <span className={css.coverage}>
      <b>{percent(share)}</b>
      <span className={css.scale} aria-hidden="true">
        <span
          className={css.bounds}
          style={{ left: placeOf(low), width: `calc(${placeOf(high)} - ${placeOf(low)})` }}
        />
        <span className={css.dot} data-out={isOut || undefined} style={{ left: placeOf(share) }} />
      </span>
    </span>
  );
}

const MIN_BIDS = 100;

function Chances({ chances }: { chances: readonly ChanceGroup[] }) {
  const bids = chances.reduce((sum, group) => sum + group.bids, 0);
  const gap =
    chances.reduce((sum, group) => sum + Math.abs(group.said * group.bids - group.won), 0) / Math.max(1, bids);
  return (
    <section className={`panel ${css.panel}`}>
      <h2>{t('prices.chances')}</h2>
      <p className="quiet small">{t('prices.chancesNote')}</p>
      {bids < MIN_BIDS && <p>{t('prices.fewBids', { count: bids })}</p>}
      {bids >= MIN_BIDS && <p>{t('prices.gap', { points: decimal.format(gap * 100), count: bids })}</p>}
      {bids > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('prices.said')}</th>
              <th scope="col" className="num">
                {t('prices.won')}
              </th>
              <th scope="col" className="num">
                {t('prices.bids')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chances.map((group) => (
              <tr key={group.tenth}>
                <th scope="row">{percent(group.said)}</th>
                <td className="num">{percent(group.won / group.bids)}</td>
                <td className="num">{groupThousands(group.bids)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const SPLITS = ['makers', 'prices', 'houses', 'ages'] as const;
type Split = (typeof SPLITS)[number];

function nameOf(split: Split, name: string): string {
  if (split === 'prices') return t('prices.fromPrice', { price: yen(Number(name)) });
  if (split === 'ages') return name === '' ? t('prices.noYear') : t('prices.fromAge', { count: Number(name) });
  return name;
}

const sorted = (split: Split, groups: readonly RecordGroup[]) =>
  split === 'prices' || split === 'ages' ? groups.toSorted((a, b) => Number(a.name) - Number(b.name)) : groups;

function Groups({ record }: { record: PriceRecord }) {
  const [split, setSplit] = useState<Split>('makers');
  const groups = sorted(split, record[split]);
  return (
    <section className={css.groups}>
      <div className={css.line}>
        <h2>{t('prices.where')}</h2>
        <Choice
          label={t('prices.where')}
          options={SPLITS}
          value={split}
          textOf={(value) => t(`prices.by.${value}`)}
          onChange={setSplit}
        />
        <ActionButton kind="plain" size="sm" onClick={() => download(split, groups)}>
          CSV
        </ActionButton>
      </div>
      <div className={css.scroll}>
        <table className={`panel ${css.table}`}>
          <thead>
            <tr>
              <th scope="col">{t(`prices.by.${split}`)}</th>
              <th scope="col" className="num">
                {t('prices.sales')}
              </th>
              <th scope="col">{t('prices.insideBounds')}</th>
              <th scope="col" className="num">
                {t('prices.error')}
              </th>
              <th scope="col" className="num">
                {t('prices.bias')}
              </th>
              <th scope="col">{t('prices.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row">{nameOf(split, group.name)}</th>
                <td className="num">{groupThousands(group.sales)}</td>
                <td className={css.wide}>
                  <Coverage group={group} low={0.72} high={0.88} />
                </td>
                <td className="num">{percent(group.error ?? 0)}</td>
                <td className="num">{signedPercent(group.bias ?? 0)}</td>
                <td>
                  <Verdict group={group} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet small">{t('prices.note')}</p>
    </section>
  );
}

function Verdict({ group }: { group: RecordGroup }) {
  if (group.sales < MIN_JUDGED) return <span className="quiet">{t('prices.tooFew')}</span>;
  if (isWithinBounds(coverageOf(group))) return <span className="quiet">{t('prices.within')}</span>;
  return (
    <span className={css.out}>
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden /> {t('prices.out')}
    </span>
  );
}

const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;

/** Saves the shown groups as a file for spreadsheets. */
function download(split: Split, groups: readonly RecordGroup[]): void {
  const head = [split, 'sales', 'inside', 'replayed', 'error', 'bias'];
  const rows = groups.map(({ name, sales, inside, replayed, error, bias }) => [
    ...[name, sales, inside, replayed],
    ...[error?.toFixed(4) ?? '', bias?.toFixed(4) ?? ''],
  ]);
  const text = [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }));
  link.download = `price-record-${split}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
