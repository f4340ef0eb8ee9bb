import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Seeded {
  /** From 0 (inclusive) to 1 (exclusive). */
  share(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Standard normal distribution. */
  normal(): number;
}

/** Random numbers that are the same on every machine for the same name. */
export function seeded(name: string): Seeded {
  const generator = xoroshiro128plus(hash(name));
  const share = () => uniformFloat64(generator);
  const whole = (low: number, high: number) => low + Math.floor(share() * (high - low + 1));
  return {
    share,
    between: (low, high) => low + share() * (high - low),
    whole,
    chance: (probability) => share() < probability,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}

function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return Math.imul(state ^ (state >>> 13), 0xc2b2ae35) | 0;
}
