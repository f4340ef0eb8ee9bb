import { replayBids } from './judge-chance.ts';
import { figuresOf, type Judged, judge } from './judge-prices.ts';
import { type BenchSale, demoLots, fileTurns } from './price-data.ts';

const TODAY = '2026-11-25';
const DAYS = 549;
/** Share of the sales that the model sees; it is judged on the later ones. */
const EARLIER = 0.8;
const MIN_STRATUM_LOTS = 300;
const GOALS = { ratio: 0.85, coverage: [0.78, 0.82], stratum: [0.72, 0.88], calibration: 0.02, brier: 0.132 } as const;

/**
 * Judges price ranges on the later part of past sales, beside the former average on the same lots, and the chance to win
 * in a replay of the demonstration's houses. PRICE_FILES names more files with prices, separated by commas; of a file
 * without dates, each fifth is judged once on the others.
 */
export async function price(share: number, only?: string): Promise<void> {
  const lots = demoLots(TODAY, DAYS, share);
  const files = (only ?? process.env.PRICE_FILES ?? '').split(',').filter(Boolean);
  for (const vehicle of ['car', 'bike'] as const)
    report(`demonstration, ${vehicle}`, [
      lots.filter((lot): lot is BenchSale => lot.soldYen !== null && lot.vehicle === vehicle),
    ]);
  for (const file of files) report(file.split('/').at(-1) ?? file, fileTurns(file, TODAY));
  for (const ownBids of [0, 500, 9_000]) {
    const found = replayBids(
      lots.filter(({ vehicle }) => vehicle === 'car'),
      ownBids,
    );
    write(
      `chance after ${found.ownBids} own bids: calibration error ${points(found.calibrationError)}, Brier ${found.brier.toFixed(3)} on ${found.bids} bids` +
        mark(found.calibrationError <= GOALS.calibration && found.brier <= GOALS.brier),
    );
  }
}

/** Judges each turn's later sales on its earlier ones, and reports them together. */
function report(name: string, turns: BenchSale[][]): void {
  const startedAt = performance.now();
  const splits = turns.map((sales) => {
    const sorted = sales.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    const cut = Math.floor(sorted.length * EARLIER);
    return { earlier: sorted.slice(0, cut), later: sorted.slice(cut) };
  });
  const judgedSplits = splits.map(({ earlier, later }) => judge(earlier, later));
  const judged = judgedSplits.flat();
  const seconds = (performance.now() - startedAt) / 1_000;
  const all = figuresOf(judged);
  const ratio = all.errorBeside / all.averageError;
  write(
    `\n${name}: ${splits[0]?.earlier.length} sales, judged on ${all.lots} later ones${turns.length > 1 ? ` in ${turns.length} turns` : ''}, ${seconds.toFixed(1)} s`,
  );
  write(
    `  error ${percent(all.error)}; on the ${all.averageLots} lots with a former average ${percent(all.errorBeside)} against ${percent(all.averageError)}: ${ratio.toFixed(2)} of it${mark(ratio <= GOALS.ratio)}`,
  );
  write(
    `  coverage ${percent(all.coverage)}${mark(isIn(all.coverage, GOALS.coverage))}, width ${percent(all.width)}, bias ${percent(all.bias)}`,
  );
  for (const [stratum, of] of Map.groupBy(judged, (one: Judged) => one.stratum)) {
    const figures = figuresOf(of);
    if (figures.lots < MIN_STRATUM_LOTS) continue;
    write(
      `  support ${stratum}: ${figures.lots} lots, error ${percent(figures.error)}, coverage ${percent(figures.coverage)}${mark(isIn(figures.coverage, GOALS.stratum))}, width ${percent(figures.width)}`,
    );
  }
  // Later prices given to other lots must not improve the estimates of these: a model that peeked would change.
  const [{ earlier, later } = { earlier: [], later: [] }] = splits;
  const shuffled = later.map((sale, i) => ({
    ...sale,
    soldYen: later[(i * 7_919 + 13) % later.length]?.soldYen ?? sale.soldYen,
  }));
  const blind = judge(earlier, shuffled);
  const same = blind.every((one, i) => one.middleYen === judgedSplits[0]?.[i]?.middleYen);
  write(`  the later prices do not reach the estimates: ${same ? 'yes' : 'NO'}`);
}

const write = (line: string) => process.stdout.write(`${line}\n`);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const points = (value: number) => `${(value * 100).toFixed(1)} points`;
const isIn = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;
const mark = (isMet: boolean) => (isMet ? ' (goal met)' : ' (goal missed)');
