import type { Figures, Load } from '../tools/load.ts';
import { oneByOne, overHttp } from '../tools/over-http.ts';
import { type Extent, GROWTH, shareOf } from './archive-data.ts';
import { onArchive } from './archive-portal.ts';
import { bareStatements } from './beside-sql.ts';

const FULL_EXTENT: Extent = { live: 1_000_000, sales: 10_000_000 };
const LOAD: Load = { lanes: 8, seconds: 5 };
/** A single user: the cost of a page without a queue. */
const ALONE: Load = { lanes: 1, seconds: 4 };
/** A busy auction morning: more concurrency than two cores. */
const CROWD: Load = { lanes: 32, seconds: 5 };

interface Measured {
  call: string;
  bare: Figures;
  http: Figures;
  aloneP50Ms: number;
  bareAloneP50Ms: number;
  crowdP99Ms: number;
}

/**
 * Listing, choices, makers, models and a lot of the car auction and the statistics over a large archive: through the
 * server and as plain statements, first on a tenth of the rows, then on all of them.
 */
export async function archive(scale: number, only = ''): Promise<void> {
  const whole = shareOf(FULL_EXTENT, scale);
  const small = await measure(shareOf(whole, 1 / GROWTH), only);
  const large = await measure(whole, only);
  process.stdout.write(
    `\n${whole.live} live lots and ${whole.sales} sales, ${LOAD.lanes} at a time; alone: one at a time; crowd: ${CROWD.lanes}; growth: p50 alone against a tenth of the rows\n\n` +
      '| call | per second | bare | ratio | p50 ms | p99 ms | crowd p99 ms | alone p50 ms | bare | growth |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n' +
      `${large.map((row, index) => line(row, small[index])).join('\n')}\n`,
  );
}

function line(
  { call, bare, http, aloneP50Ms, bareAloneP50Ms, crowdP99Ms }: Measured,
  before: Measured | undefined,
): string {
  const growth = before ? (aloneP50Ms / Math.max(before.aloneP50Ms, 0.1)).toFixed(2) : '';
  const cells = [
    call,
    http.perSecond.toFixed(0),
    bare.perSecond.toFixed(0),
    (http.perSecond / bare.perSecond).toFixed(2),
    http.p50Ms.toFixed(1),
    http.p99Ms.toFixed(1),
    crowdP99Ms.toFixed(0),
    aloneP50Ms.toFixed(1),
    bareAloneP50Ms.toFixed(1),
    growth,
  ];
  return `| ${cells.join(' | ')} |${http.errors ? ` ${http.errors} errors` : ''}`;
}

const measure = (extent: Extent, only: string): Promise<Measured[]> =>
  onArchive(extent, only, async ({ url, server, people, calls }) => {
    const measured: Measured[] = [];
    const [one = {}] = people;
    for (const { call, paths, statements } of calls) {
      const bareAlone = await bareStatements(url, statements, ALONE);
      const alone = await oneByOne(server, paths, one, ALONE.seconds);
      const bare = await bareStatements(url, statements, LOAD);
      const http = await overHttp(server, paths, people, LOAD);
      const crowd = await overHttp(server, paths, people, CROWD);
      const middles = { aloneP50Ms: alone.p50Ms, bareAloneP50Ms: bareAlone.p50Ms };
      measured.push({ call, bare, http, ...middles, crowdP99Ms: crowd.p99Ms });
      process.stdout.write(`  ${call}: ${http.perSecond.toFixed(0)}/s, p99 ${http.p99Ms} ms\n`);
    }
    return measured;
  });
