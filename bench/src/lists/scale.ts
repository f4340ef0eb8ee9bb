import { type Figures, type Load, runAtRate } from '../tools/load.ts';
import { oneByOne, overHttp, sequentialCalls } from '../tools/over-http.ts';
import { type Extent, GROWTH, shareOf } from './archive-data.ts';
import { type ArchivePortal, type MeasuredCall, onArchive } from './archive-portal.ts';
import { pgbenchRate, pgbenchVersion } from './pgbench.ts';

const FULL_EXTENT: Extent = { live: 1_000_000, sales: 20_000_000 };
const LOAD: Load = { lanes: 32, seconds: 10 };
const ALONE_SECONDS = 3;
/** Runs all calls in turn, because new code is compiled while it runs. */
const WARM: Load = { lanes: 32, seconds: 15 };
/** Requests of a thousand browsing people (docs/operation.md), below the capacity of two cores. */
const A_SECOND = 100;
/** Pages with targets; filters, makers and models are mostly cached, so only their times are judged. */
const PAGES = /: (first page|page 50|page 1,000|by maker and model|by search|a model each)$|^a lot( each)?$/;
const FILTERS = /: filters/;
const GOAL = { ratio: 0.2, p99Ms: 50, filtersP99Ms: 100, growth: 1.3 };

interface Measured {
  call: string;
  http: Figures;
  /** Null where pgbench has nothing to compare with, or is not installed. */
  pgbench: { prepared: number; simple: number } | null;
  calmP99Ms: number;
  aloneP50Ms: number;
  growth: number;
}

/**
 * The pages of 1,000,000 live lots and 20,000,000 sales with 32 concurrent requests: the server with session,
 * permissions and totals, compared with the same statements in pgbench and with a tenth of the rows. `only` is a part
 * of a call's name.
 */
export async function scale(share: number, only = ''): Promise<void> {
  const pgbench = pgbenchVersion();
  process.stdout.write(
    `\n${pgbench ?? 'pgbench is not installed (Debian: postgresql-contrib): its columns stay empty'}\n`,
  );
  const whole = shareOf(FULL_EXTENT, share);
  const before = await onArchive(shareOf(whole, 1 / GROWTH), only, timesAlone);
  const measured = await onArchive(whole, only, (fixture) => measure(fixture, before, pgbench !== null));
  process.stdout.write(
    `\n${whole.live} live lots and ${whole.sales} sales, ${LOAD.lanes} at a time; calm: ${A_SECOND} a second; alone: one at a time; growth: p50 alone against a tenth of the rows\n\n` +
      '| call | per second | pgbench, prepared | ratio | pgbench, simple | ratio | p50 ms | p99 ms | calm p99 ms | alone p50 ms | growth |\n' +
      `|${' --- |'.repeat(11)}\n${measured.map(line).join('\n')}\n\n${verdicts(measured).join('\n')}\n`,
  );
}

const asked = ({ calls }: ArchivePortal): MeasuredCall[] =>
  calls.filter(({ call }) => PAGES.test(call) || FILTERS.test(call));

async function timesAlone(fixture: ArchivePortal): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { call, paths } of asked(fixture)) {
    const { p50Ms } = await oneByOne(fixture.server, paths, fixture.people[0] ?? {}, ALONE_SECONDS);
    times.set(call, p50Ms);
  }
  return times;
}

async function measure(fixture: ArchivePortal, before: Map<string, number>, hasPgbench: boolean): Promise<Measured[]> {
  const { url, server, people } = fixture;
  const measured: Measured[] = [];
  await overHttp(
    server,
    asked(fixture).flatMap(({ paths }) => paths),
    people,
    WARM,
  );
  for (const { call, paths, statements } of asked(fixture)) {
    const { p50Ms: aloneP50Ms } = await oneByOne(server, paths, people[0] ?? {}, ALONE_SECONDS);
    const http = await overHttp(server, paths, people, LOAD);
    const ask = sequentialCalls(server, paths, people);
    await runAtRate(1, A_SECOND, ask);
    const calm = await runAtRate(LOAD.seconds, A_SECOND, ask);
    const prepared = hasPgbench && PAGES.test(call) ? await pgbenchRate(url, statements, 'prepared', LOAD) : 0;
    const simple = prepared > 0 ? await pgbenchRate(url, statements, 'simple', LOAD) : 0;
    const pgbench = prepared > 0 ? { prepared, simple } : null;
    const growth = aloneP50Ms / Math.max(before.get(call) ?? Number.NaN, 0.1);
    const errors = http.errors + calm.errors;
    measured.push({ call, http: { ...http, errors }, pgbench, calmP99Ms: calm.p99Ms, aloneP50Ms, growth });
    process.stdout.write(`  ${call}: ${http.perSecond.toFixed(0)}/s, p99 ${http.p99Ms} ms\n`);
  }
  return measured;
}

function line({ call, http, pgbench, calmP99Ms, aloneP50Ms, growth }: Measured): string {
  const beside = (rate: number | undefined) =>
    rate === undefined ? ['', ''] : [rate.toFixed(0), (http.perSecond / rate).toFixed(2)];
  const cells = [
    ...[call, http.perSecond.toFixed(0), ...beside(pgbench?.prepared), ...beside(pgbench?.simple)],
    ...[http.p50Ms.toFixed(0), http.p99Ms.toFixed(0), calmP99Ms.toFixed(0), aloneP50Ms.toFixed(1), growth.toFixed(2)],
  ];
  return `| ${cells.join(' | ')} |${http.errors ? ` ${http.errors} errors` : ''}`;
}

function verdicts(measured: Measured[]): string[] {
  const pages = measured.filter(({ call }) => PAGES.test(call));
  const filters = measured.filter(({ call }) => FILTERS.test(call));
  const failed = (name: string, of: Measured[], isMet: (one: Measured) => boolean) => {
    const missed = of.filter((one) => !isMet(one)).map(({ call }) => call);
    return `${name}: ${missed.length === 0 ? 'met' : `missed by ${missed.join('; ')}`}`;
  };
  const compared = pages.filter(({ pgbench }) => pgbench);
  const ratio = `at least ${GOAL.ratio} of pgbench, prepared`;
  const rateOf = ({ http, pgbench }: Measured) => http.perSecond / (pgbench?.prepared ?? Number.NaN);
  return [
    compared.length > 0 ? failed(ratio, compared, (one) => rateOf(one) >= GOAL.ratio) : `${ratio}: not measured`,
    failed(`p99 below ${GOAL.p99Ms} ms, ${LOAD.lanes} at a time`, pages, ({ http }) => http.p99Ms < GOAL.p99Ms),
    failed(`p99 below ${GOAL.p99Ms} ms, ${A_SECOND} a second`, pages, ({ calmP99Ms }) => calmP99Ms < GOAL.p99Ms),
    failed(`filters, p99 below ${GOAL.filtersP99Ms} ms`, filters, ({ http }) => http.p99Ms < GOAL.filtersP99Ms),
    failed(`ten times the rows, at most ${GOAL.growth} times the time`, pages, ({ growth }) => growth <= GOAL.growth),
  ];
}
