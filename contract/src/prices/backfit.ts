/** One kind of effect: a level for each sale (-1 for none) and an effect for each level. */
export interface Factor {
  name: string;
  ids: Int32Array;
  effects: Float64Array;
  /** Weight of sales that the effects are shrunk to zero by. */
  shrink: number;
  /** Lowest shrinkage that is learned, and the first sweep of the factor: details come after what they depend on. */
  least: number;
  from: number;
  variable: Float32Array | null;
  /** A random walk over this many months per level. */
  walk: { at: Int32Array; months: number; step: number } | null;
}

const MAX_SHRINK = 300;
const MIN_SHRINK = 0.4;
/** Sweeps after which the shrinkage is estimated from the data. */
const LEARN_AT = [3, 6];
/** A residual pulls like one of at most this many deviations. */
const CLIP_DEVIATIONS = 2.5;
const MIN_CLIP = 0.12;

/** Fits a sum of shrunk effects to weighted values: each step fits one kind of effect to what the others leave over. */
export class Backfit {
  readonly residual: Float32Array;
  mean = 0;
  private readonly weight: Float32Array;
  private readonly factors: Factor[] = [];
  private wordFactor: Words | null = null;
  private clip = Number.POSITIVE_INFINITY;
  private variance = 0.04;

  /** Shrinkage learned by an earlier fit, by name; then the mean stays 0. */
  private readonly known: Record<string, number> | undefined;

  constructor(values: Float32Array, weight: Float32Array, { shrink }: { shrink?: Record<string, number> } = {}) {
    this.weight = weight;
    this.known = shrink;
    this.residual = values.slice();
    this.mean = shrink ? 0 : median(values, weight);
    for (let i = 0; i < this.residual.length; i++) this.residual[i] = (this.residual[i] ?? 0) - this.mean;
  }

  factor(name: string, ids: Int32Array, size: number, shrink: number, { least = MIN_SHRINK, from = 0 } = {}): Factor {
    return this.add({ name, ids, effects: new Float64Array(size), shrink, least, from, variable: null, walk: null });
  }
  slope(name: string, ids: Int32Array, size: number, variable: Float32Array, shrink: number): Factor {
    return this.add({ name, ids, effects: new Float64Array(size), shrink, least: 3, from: 0, variable, walk: null });
  }
  /** `shrinks`: to zero, and of each step between two months. */
  walk(
    name: string,
    ids: Int32Array,
    size: number,
    at: Int32Array,
    months: number,
    shrinks: readonly [number, number],
  ): Factor {
    const effects = new Float64Array(size * months);
    return this.add({
      name,
      ids,
      effects,
      shrink: shrinks[0],
      least: 0,
      from: 0,
      variable: null,
      walk: { at, months, step: shrinks[1] },
    });
  }
  private add(factor: Factor): Factor {
    factor.shrink = this.known?.[factor.name] ?? factor.shrink;
    this.factors.push(factor);
    return factor;
  }
  words(ids: Int32Array, ends: Int32Array, size: number, options: WordOptions): void {
    this.wordFactor = new Words(ids, ends, size, options);
  }

  run(sweeps: number): void {
    const [first] = this.factors;
    if (first) this.startAtMedians(first);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      this.setClip();
      const learns = !this.known && LEARN_AT.includes(sweep);
      for (const factor of this.factors) {
        if (sweep < factor.from && !this.known) continue;
        if (factor.walk) this.stepWalk(factor, factor.walk);
        else if (factor.variable) this.stepSlope(factor, factor.variable, learns);
        else this.stepLevels(factor, learns);
      }
      this.wordFactor?.step(this.residual, this.weight, this.clip);
    }
  }

  /** A mean would follow a single absurd price before any residual is clipped. */
  private startAtMedians({ ids, effects }: Factor): void {
    const counts = new Int32Array(effects.length + 1);
    for (const id of ids) counts[id + 1] = (counts[id + 1] ?? 0) + 1;
    for (let id = 1; id < counts.length; id++) counts[id] = (counts[id] ?? 0) + (counts[id - 1] ?? 0);
    const places = new Int32Array(ids.length);
    const next = counts.slice();
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      places[next[id] ?? 0] = i;
      next[id] = (next[id] ?? 0) + 1;
    }
    for (let id = 0; id < effects.length; id++) {
      const of = places.subarray(counts[id] ?? 0, counts[id + 1] ?? 0);
      const values = new Float32Array(of.length);
      const weights = new Float32Array(of.length);
      for (let k = 0; k < of.length; k++) {
        values[k] = this.residual[of[k] ?? 0] ?? 0;
        weights[k] = this.weight[of[k] ?? 0] ?? 0;
      }
      const all = weights.reduce((sum, w) => sum + w, 0);
      const start = (median(values, weights) * all) / (all + 1);
      effects[id] = start;
      for (const i of of) this.residual[i] = (this.residual[i] ?? 0) - start;
    }
  }

  private setClip(): void {
    let [top, all] = [0, 0];
    const stride = Math.max(1, Math.floor(this.residual.length / 50_000));
    const sizes: number[] = [];
    for (let i = 0; i < this.residual.length; i += stride) {
      if (this.weight[i] === 0) continue;
      const size = Math.abs(this.residual[i] ?? 0);
      sizes.push(size);
      const clipped = Math.min(size, this.clip);
      top += (this.weight[i] ?? 0) * clipped * clipped;
      all += this.weight[i] ?? 0;
    }
    sizes.sort((a, b) => a - b);
    const deviation = (sizes[sizes.length >> 1] ?? 0.2) * 1.4826;
    this.clip = Math.max(MIN_CLIP, CLIP_DEVIATIONS * deviation);
    this.variance =
      all === 0 || this.clip === Number.POSITIVE_INFINITY
        ? 0.04
        : Math.max(1e-4, Math.min(top / all, deviation * deviation * 2));
  }

  private clipped(i: number): number {
    const value = this.residual[i] ?? 0;
    return Math.max(-this.clip, Math.min(this.clip, value));
  }

  private stepLevels(factor: Factor, learns: boolean): void {
    const { ids, effects } = factor;
    const [top, all] = [new Float64Array(effects.length), new Float64Array(effects.length)];
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? -1;
      if (id < 0) continue;
      const w = this.weight[i] ?? 0;
      top[id] = (top[id] ?? 0) + w * this.clipped(i);
      all[id] = (all[id] ?? 0) + w;
    }
    if (learns && effects.length >= 8) factor.shrink = this.learn(factor, top, all);
    const change = new Float64Array(effects.length);
    for (let id = 0; id < effects.length; id++) {
      const old = effects[id] ?? 0;
      change[id] = ((top[id] ?? 0) - factor.shrink * old) / ((all[id] ?? 0) + factor.shrink);
      effects[id] = old + (change[id] ?? 0);
    }
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? -1;
      if (id >= 0) this.residual[i] = (this.residual[i] ?? 0) - (change[id] ?? 0);
    }
  }

  /** Ratio of the variance within levels and the variance of the effects, by moments. */
  private learn({ effects, shrink, least }: Factor, top: Float64Array, all: Float64Array): number {
    const cap = 10;
    let [square, noise, weights] = [0, 0, 0];
    for (let id = 0; id < effects.length; id++) {
      const w = all[id] ?? 0;
      if (w < 0.5) continue;
      const raw = (top[id] ?? 0) / w + (effects[id] ?? 0);
      const use = Math.min(cap, w);
      square += use * Math.min(4, raw * raw);
      noise += (use * this.variance) / w;
      weights += use;
    }
    if (weights < 20) return shrink;
    const between = (square - noise) / weights;
    if (between <= this.variance / MAX_SHRINK) return MAX_SHRINK;
    return Math.max(least, Math.min(MAX_SHRINK, this.variance / between));
  }

  private stepSlope(factor: Factor, x: Float32Array, learns: boolean): void {
    const { ids, effects } = factor;
    const [top, all] = [new Float64Array(effects.length), new Float64Array(effects.length)];
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? -1;
      if (id < 0) continue;
      const value = x[i] ?? 0;
      const w = (this.weight[i] ?? 0) * value;
      top[id] = (top[id] ?? 0) + w * this.clipped(i);
      all[id] = (all[id] ?? 0) + w * value;
    }
    if (learns && effects.length >= 20) factor.shrink = this.learn(factor, top, all);
    const change = new Float64Array(effects.length);
    for (let id = 0; id < effects.length; id++) {
      const old = effects[id] ?? 0;
      change[id] = ((top[id] ?? 0) - factor.shrink * old) / ((all[id] ?? 0) + factor.shrink);
      effects[id] = old + (change[id] ?? 0);
    }
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? -1;
      if (id >= 0) this.residual[i] = (this.residual[i] ?? 0) - (change[id] ?? 0) * (x[i] ?? 0);
    }
  }

  private stepWalk({ ids, effects, shrink }: Factor, { at, months, step }: NonNullable<Factor['walk']>): void {
    const [top, all] = [new Float64Array(effects.length), new Float64Array(effects.length)];
    for (let i = 0; i < ids.length; i++) {
      const place = (ids[i] ?? 0) * months + (at[i] ?? 0);
      const w = this.weight[i] ?? 0;
      top[place] = (top[place] ?? 0) + w * (this.clipped(i) + (effects[place] ?? 0));
      all[place] = (all[place] ?? 0) + w;
    }
    const before = effects.slice();
    for (let start = 0; start < effects.length; start += months)
      solveWalk(effects, top, all, start, months, shrink, step);
    for (let i = 0; i < ids.length; i++) {
      const place = (ids[i] ?? 0) * months + (at[i] ?? 0);
      this.residual[i] = (this.residual[i] ?? 0) - ((effects[place] ?? 0) - (before[place] ?? 0));
    }
  }

  wordEffects() {
    return this.wordFactor?.list(this.variance) ?? [];
  }
  shrinkage(): Record<string, number> {
    return Object.fromEntries(this.factors.map(({ name, shrink }) => [name, Math.round(shrink * 100) / 100]));
  }
}

/** Minimizes the weighted squares plus `shrink` times the squares and `step` times the squared steps: a tridiagonal system. */
function solveWalk(
  effects: Float64Array,
  top: Float64Array,
  all: Float64Array,
  start: number,
  months: number,
  shrink: number,
  step: number,
): void {
  const upper = new Float64Array(months);
  const right = new Float64Array(months);
  for (let k = 0; k < months; k++) {
    const neighbors = (k > 0 ? 1 : 0) + (k < months - 1 ? 1 : 0);
    const diagonal = (all[start + k] ?? 0) + shrink / months + step * neighbors;
    const below = k > 0 ? -step : 0;
    const pivot = diagonal - below * (upper[k - 1] ?? 0);
    upper[k] = k < months - 1 ? -step / pivot : 0;
    right[k] = ((top[start + k] ?? 0) - below * (right[k - 1] ?? 0)) / pivot;
  }
  for (let k = months - 1; k >= 0; k--)
    effects[start + k] = (right[k] ?? 0) - (upper[k] ?? 0) * (k < months - 1 ? (effects[start + k + 1] ?? 0) : 0);
}

interface WordOptions {
  minSales: number;
  max: number;
  shrink: number;
}

/** Effects of words, of which a sale has any number. */
class Words {
  private readonly ids: Int32Array;
  private readonly ends: Int32Array;
  private readonly effects: Float64Array;
  private readonly weights: Float64Array;
  private readonly counts: Float64Array;
  private readonly isUsed: Uint8Array;
  private readonly shrink: number;

  constructor(ids: Int32Array, ends: Int32Array, size: number, { minSales, max, shrink }: WordOptions) {
    this.ids = ids;
    this.ends = ends;
    this.shrink = shrink;
    this.effects = new Float64Array(size);
    this.weights = new Float64Array(size);
    this.counts = new Float64Array(size);
    this.isUsed = new Uint8Array(size);
    for (const id of ids) this.counts[id] = (this.counts[id] ?? 0) + 1;
    const used = Array.from(this.counts.keys())
      .filter((id) => (this.counts[id] ?? 0) >= minSales)
      .sort((a, b) => (this.counts[b] ?? 0) - (this.counts[a] ?? 0))
      .slice(0, max);
    for (const id of used) this.isUsed[id] = 1;
  }

  /** All words at once, with half a step: they overlap. */
  step(residual: Float32Array, weight: Float32Array, clip: number): void {
    const top = new Float64Array(this.effects.length);
    this.weights.fill(0);
    let from = 0;
    for (let i = 0; i < residual.length; i++) {
      const end = this.ends[i] ?? from;
      const w = weight[i] ?? 0;
      const value = Math.max(-clip, Math.min(clip, residual[i] ?? 0));
      for (let k = from; k < end; k++) {
        const id = this.ids[k] ?? 0;
        if (this.isUsed[id] === 0) continue;
        top[id] = (top[id] ?? 0) + w * value;
        this.weights[id] = (this.weights[id] ?? 0) + w;
      }
      from = end;
    }
    const change = new Float64Array(this.effects.length);
    for (let id = 0; id < change.length; id++) {
      if (this.isUsed[id] === 0) continue;
      const old = this.effects[id] ?? 0;
      change[id] = (0.3 * ((top[id] ?? 0) - this.shrink * old)) / ((this.weights[id] ?? 0) + this.shrink);
      this.effects[id] = old + (change[id] ?? 0);
    }
    from = 0;
    for (let i = 0; i < residual.length; i++) {
      const end = this.ends[i] ?? from;
      let sum = 0;
      for (let k = from; k < end; k++) sum += change[this.ids[k] ?? 0] ?? 0;
      residual[i] = (residual[i] ?? 0) - sum;
      from = end;
    }
  }

  list(variance: number) {
    return Array.from(this.effects.keys())
      .filter((id) => this.isUsed[id] === 1)
      .map((id) => ({
        word: id,
        effect: this.effects[id] ?? 0,
        sales: this.counts[id] ?? 0,
        error: Math.sqrt(variance / Math.max(1, this.weights[id] ?? 0)),
      }));
  }
}

/** The weighted median; 0 without weight. */
export function median(values: Float32Array, weights: Float32Array): number {
  const order = Array.from(values.keys()).filter((i) => (weights[i] ?? 0) > 0);
  if (order.length > 200_000) order.splice(200_000);
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const all = order.reduce((sum, i) => sum + (weights[i] ?? 0), 0);
  let passed = 0;
  for (const i of order) {
    passed += weights[i] ?? 0;
    if (passed >= all / 2) return values[i] ?? 0;
  }
  return 0;
}
