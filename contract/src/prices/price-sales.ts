import {
  classKey,
  conditionKey,
  engineKey,
  firstWordOf,
  monthNumber,
  type PriceFacts,
  variantKey,
  wordsOf,
} from './price-model.ts';

/** A past sale. */
export interface PriceSale extends PriceFacts {
  soldYen: number;
}

/** Sales older than this do not count. */
export const MONTHS_BACK = 36;
/** Age at which a sale counts half. */
const HALF_LIFE_MONTHS = 9;

/** Numbers for names, in the order of their first use. */
export class Names {
  private readonly ids = new Map<string, number>();
  readonly list: string[] = [];
  idOf(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    this.ids.set(name, this.list.length);
    this.list.push(name);
    return this.list.length - 1;
  }
  find(name: string): number {
    return this.ids.get(name) ?? -1;
  }
}

/** Grows by doubling. */
class Column<A extends Int32Array | Float32Array | Float64Array> {
  private values: A;
  private readonly create: (length: number) => A;
  length = 0;
  constructor(create: (length: number) => A) {
    this.create = create;
    this.values = create(1_024);
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.create(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
  get array(): A {
    return this.values.subarray(0, this.length) as A;
  }
}
const ints = () => new Column((length) => new Int32Array(length));
const floats = () => new Column((length) => new Float32Array(length));

/** Past sales of one vehicle type in columns, with numbers in place of names. */
export class PriceSales {
  readonly makers = new Names();
  readonly models = new Names();
  readonly trims = new Names();
  readonly firstWords = new Names();
  readonly codes = new Names();
  readonly engines = new Names();
  readonly variants = new Names();
  readonly classes = new Names();
  readonly conditions = new Names();
  readonly houses = new Names();
  readonly words = new Names();
  private readonly equipWords = new Map<string, number[]>();

  private readonly columns = {
    maker: ints(),
    model: ints(),
    trim: ints(),
    firstWord: ints(),
    code: ints(),
    engine: ints(),
    variant: ints(),
    class: ints(),
    condition: ints(),
    house: ints(),
    /** Month number; year of first registration times 12 plus month, 0 when unknown. */
    month: ints(),
    built: ints(),
    /** -1 when unknown. */
    km: floats(),
    doubted: ints(),
    logYen: floats(),
    copyKey: new Column((length) => new Float64Array(length)),
    /** End of the words of the sale in `wordIds`. */
    wordsEnd: ints(),
  };
  private readonly wordIds = ints();

  get count(): number {
    return this.columns.model.length;
  }

  add(sale: PriceSale): void {
    if (!(sale.soldYen > 0)) return;
    const { columns } = this;
    const modelName = `${sale.maker}\n${sale.model}`;
    const model = this.models.idOf(modelName);
    const trim = this.trims.idOf(`${model}\n${sale.trimWords}`);
    const condition = this.conditions.idOf(conditionKey(sale.condition));
    columns.maker.push(this.makers.idOf(sale.maker));
    columns.model.push(model);
    columns.trim.push(trim);
    columns.firstWord.push(this.firstWords.idOf(`${model}\n${firstWordOf(sale.trimWords)}`));
    columns.code.push(sale.chassisCode === '' ? -1 : this.codes.idOf(`${model}\n${sale.chassisCode}`));
    const engine = engineKey(sale.engineCc);
    columns.engine.push(engine === '' ? -1 : this.engines.idOf(`${model}\n${engine}`));
    const variant = variantKey(sale);
    columns.variant.push(variant === '' ? -1 : this.variants.idOf(`${model}\n${variant}`));
    columns.class.push(this.classes.idOf(classKey(sale.engineCc)));
    columns.condition.push(condition);
    columns.house.push(this.houses.idOf(sale.house));
    columns.month.push(monthNumber(sale.day));
    columns.built.push(sale.year === null ? 0 : sale.year * 12 + (sale.month ?? 7) - 1);
    columns.km.push(sale.mileageKm ?? -1);
    columns.doubted.push(Number(sale.isMileageDoubted));
    columns.logYen.push(Math.log(sale.soldYen));
    columns.copyKey.push(copyKey(sale, trim, condition));
    for (const word of this.wordIdsOf(sale)) this.wordIds.push(word);
    columns.wordsEnd.push(this.wordIds.length);
  }

  private wordIdsOf(sale: PriceSale): number[] {
    const key = `${sale.equip}\n${sale.trimWords}`;
    const known = this.equipWords.get(key);
    if (known) return known;
    const ids = wordsOf(sale).map((word) => this.words.idOf(word));
    if (this.equipWords.size < 200_000) this.equipWords.set(key, ids);
    return ids;
  }

  /** The finished columns, with a weight for each sale. `until` is the month number of the fit. */
  finish(until: number) {
    const { columns } = this;
    const copies = countCopies(columns.copyKey.array);
    const month = columns.month.array;
    const weight = new Float32Array(this.count);
    for (let i = 0; i < weight.length; i++) {
      const age = until - (month[i] ?? 0);
      weight[i] = age < 0 || age >= MONTHS_BACK ? 0 : 0.5 ** (age / HALF_LIFE_MONTHS) / (copies[i] ?? 1);
    }
    return {
      count: this.count,
      maker: columns.maker.array,
      model: columns.model.array,
      trim: columns.trim.array,
      firstWord: columns.firstWord.array,
      code: columns.code.array,
      engine: columns.engine.array,
      variant: columns.variant.array,
      class: columns.class.array,
      condition: columns.condition.array,
      house: columns.house.array,
      month,
      built: columns.built.array,
      km: columns.km.array,
      doubted: columns.doubted.array,
      logYen: columns.logYen.array,
      wordsEnd: columns.wordsEnd.array,
      wordIds: this.wordIds.array,
      weight,
    };
  }
}
export type SaleColumns = ReturnType<PriceSales['finish']>;

/** Equal for sales that differ in nothing but lot number and day: copies of one sale count once. */
function copyKey(sale: PriceSale, trim: number, condition: number): number {
  const parts = [trim, condition, sale.year ?? 0, sale.mileageKm ?? -monthNumber(sale.day), sale.soldYen];
  let high = 17;
  let low = 31;
  for (const part of parts) {
    high = (Math.imul(high, 0x85ebca6b) + part) | 0;
    low = (Math.imul(low ^ part, 0xc2b2ae35) + (low >>> 15)) | 0;
  }
  return (high >>> 0) * 0x200000 + (low >>> 11);
}

function countCopies(keys: Float64Array): Float32Array {
  const sorted = keys.slice().sort();
  const counts = new Float32Array(keys.length);
  const first = (key: number, isAfter: boolean) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const value = sorted[middle] ?? 0;
      if (value < key || (isAfter && value === key)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  for (let i = 0; i < keys.length; i++) counts[i] = first(keys[i] ?? 0, true) - first(keys[i] ?? 0, false);
  return counts;
}
