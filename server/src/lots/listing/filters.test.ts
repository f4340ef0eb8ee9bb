import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson } from '../../testing/http/people.ts';

type Listing = ReplyOf<typeof carAuction.listing>;
type Filters = ReplyOf<typeof carAuction.filters>;

/** A lot as a person would write it on a card, to filter by hand. */
interface Card {
  lotNo: number;
  maker: string;
  model: string;
  grade: string;
  condition: string;
  gearbox: string;
  auction: string;
  status: number;
  color: string;
  chassis: string;
  day: string;
  equip: string;
  year: number | null;
  mileage: number | null;
  engine: number | null;
}

const CARDS = 160;
const DAYS = ['2099-03-02', '2099-03-03', '2099-03-04'];
const card: fc.Arbitrary<Omit<Card, 'lotNo'>> = fc.record({
  maker: fc.constantFrom('TOYOTA', 'NISSAN', "O'HARA, INC"),
  model: fc.constantFrom('PRIUS', 'NOTE', 'CROWN'),
  grade: fc.constantFrom('', 'S Touring', 'X_100%'),
  condition: fc.constantFrom('S', '4.5', '4', 'R', ''),
  gearbox: fc.constantFrom('AT', 'CVT', '6MT'),
  auction: fc.constantFrom('USS Tokyo', 'TAA Kinki', 'JU Gifu, Hall 2'),
  status: fc.constantFrom(4531, 4532, 4533, 4536),
  color: fc.constantFrom('PEARL', 'BLACK', 'Синий'),
  chassis: fc.constantFrom('ZVW50', 'ZVW55', 'E12'),
  day: fc.constantFrom(...DAYS),
  equip: fc.constantFrom('', 'AC PS camera', 'Camera 100%', 'leather_seat', 'Люк ＡＢＳ'),
  year: fc.option(fc.integer({ min: 2010, max: 2024 })),
  mileage: fc.option(fc.integer({ min: 0, max: 120_000 })),
  engine: fc.option(fc.constantFrom(660, 1_000, 1_800)),
});

const { portal, client } = ownLotPortal();
let cards: Card[];

beforeAll(async () => {
  cards = fc.sample(card, { numRuns: CARDS, seed: 20_261_121 }).map((drawn, index) => ({
    ...drawn,
    lotNo: index * 37 + 1,
  }));
  for (const card of cards) await createLot(portal.database.db, lotOf(card));
});

const lotOf = (drawn: Card): Parameters<typeof createLot>[1] => ({
  house: drawn.auction,
  lot_no: drawn.lotNo,
  maker: drawn.maker,
  model: drawn.model,
  grade: drawn.grade,
  condition: drawn.condition,
  gearbox: drawn.gearbox,
  status: drawn.status,
  color: drawn.color,
  chassis_code: drawn.chassis,
  auction_day: drawn.day,
  auction_at: new Date(`${drawn.day}T10:00:00+09:00`),
  equip: drawn.equip,
  year: drawn.year,
  mileage_km: drawn.mileage,
  engine_cc: drawn.engine,
});

type Query = Record<string, string[]>;
const written = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([key, values]) => values.map((value): [string, string] => [key, value])),
  );

async function listedNumbers(query: Query): Promise<number[]> {
  const numbers: number[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await portal.ask(
      client,
      'GET',
      `/v1/car-auction/listing?pageSize=70&${written(query)}${after}`,
    );
    expect(status).toBe(200);
    const { carsList, pageInfo } = body as Listing;
    numbers.push(...carsList.map((lot) => lot.lotNo));
    if (!pageInfo.next) {
      expect(pageInfo.totalSearchResults).toBe(numbers.length);
      return numbers.sort((a, b) => a - b);
    }
    after = `&after=${pageInfo.next}`;
  }
}
const inside = (value: number | null, from: number, to: number): boolean =>
  (from === 0 && to === 0) || (value !== null && value >= from && (to === 0 || value <= to));
const hasWords = (text: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(' ')
    .every((word) => text.toLowerCase().includes(word));

const LISTS = ['maker', 'model', 'condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const;
const RANGES = { year: 2_030, mileage: 150_000, engine: 2_000 } as const;
const chosen = fc.record({
  key: fc.constantFrom(...LISTS),
  picked: fc.array(fc.nat(CARDS - 1), { minLength: 1, maxLength: 4 }),
});
const valuesOf = ({ key, picked }: { key: (typeof LISTS)[number]; picked: number[] }) =>
  picked.map((index) => String(cards[index]?.[key])).filter((value) => value !== '');

describe('each filter alone finds the same lots as a plain loop', () => {
  test('lists of values', async () => {
    await fc.assert(
      fc.asyncProperty(chosen, async (choice) => {
        const values = valuesOf(choice);
        fc.pre(values.length > 0);
        const byHand = cards.filter((found) => values.includes(String(found[choice.key])));
        expect(await listedNumbers({ [choice.key]: values })).toEqual(byHand.map((found) => found.lotNo));
      }),
      { numRuns: 60 },
    );
  });

  // @covers LIST-15
  test('ranges; 0 is unset; a lot without the figure is in no range', async () => {
    const range = fc.constantFrom(...(Object.keys(RANGES) as (keyof typeof RANGES)[])).chain((key) =>
      fc.record({
        key: fc.constant(key),
        from: fc.nat(RANGES[key]),
        to: fc.oneof(fc.constant(0), fc.nat(RANGES[key])),
      }),
    );
    await fc.assert(
      fc.asyncProperty(range, async ({ key, from, to }) => {
        const byHand = cards.filter((found) => inside(found[key], from, to));
        const query = { [`${key}From`]: [String(from)], [`${key}To`]: [String(to)] };
        expect(await listedNumbers(query)).toEqual(byHand.map((found) => found.lotNo));
      }),
      { numRuns: 60 },
    );
  });

  test('days, one by one and from to', async () => {
    expect(await listedNumbers({ date: [DAYS[0], DAYS[2]] as string[] })).toEqual(
      cards.filter((found) => found.day !== DAYS[1]).map((found) => found.lotNo),
    );
    expect(await listedNumbers({ dateFrom: [DAYS[1] as string] })).toEqual(
      cards.filter((found) => found.day !== DAYS[0]).map((found) => found.lotNo),
    );
    expect(await listedNumbers({ dateTo: [DAYS[0] as string] })).toEqual(
      cards.filter((found) => found.day === DAYS[0]).map((found) => found.lotNo),
    );
  });

  test('the beginning of a lot number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6_000 }), async (digits) => {
        const byHand = cards.filter((found) => String(found.lotNo).startsWith(String(digits)));
        expect(await listedNumbers({ search: [`lotNo-${digits}`] })).toEqual(byHand.map((found) => found.lotNo));
      }),
      { numRuns: 40 },
    );
  });

  test.each(['1', '10', '1000000'])('lot 1 begins with 1, but not with zeros behind it: %s', async (digits) => {
    const byHand = cards.filter((found) => String(found.lotNo).startsWith(digits));
    expect(await listedNumbers({ search: [`lotNo-${digits}`] })).toEqual(byHand.map((found) => found.lotNo));
  });

  test.each(['pri', 'touring prius', 'toyota CROWN', '_100%', "o'hara", 'nothing'])(
    'model text "%s"',
    async (words) => {
      const byHand = cards.filter((found) => hasWords(`${found.maker} ${found.model} ${found.grade}`, words));
      expect(await listedNumbers({ search: [`model-${words}`] })).toEqual(byHand.map((found) => found.lotNo));
    },
  );

  test.each(['camera', 'ps CAMERA', '%', '_', 'r_s', 'ЛЮК', 'ａｂｓ люк'])('equipment text "%s"', async (words) => {
    const byHand = cards.filter((found) => hasWords(found.equip, words));
    expect(await listedNumbers({ search: [`equip-${words}`] })).toEqual(byHand.map((found) => found.lotNo));
  });

  test.each(['ZVW', 'zvw55', 'VW', 'E12'])('chassis text "%s"', async (text) => {
    const byHand = cards.filter((found) => found.chassis.startsWith(text.toUpperCase()));
    expect(await listedNumbers({ search: [`chassisId-${text}`] })).toEqual(byHand.map((found) => found.lotNo));
  });
});

describe('the choices under the chosen filters', () => {
  const SELECTS = ['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const;

  // @covers LIST-19
  test('count the lots of each choice, without the condition of their own key', async () => {
    const combination = fc.array(chosen, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(combination, async (choices) => {
        const query: Query = Object.fromEntries(choices.map((choice) => [choice.key, valuesOf(choice)]));
        const fits = (found: Card, without?: string) =>
          Object.entries(query).every(
            ([key, values]) =>
              key === without || values.length === 0 || values.includes(String(found[key as keyof Card])),
          );
        const { body } = await portal.ask(client, 'GET', `/v1/car-auction/filters?${written(query)}`);
        const { select, totalSearchResults, totalResults } = body as Filters;
        expect(totalSearchResults).toBe(cards.filter((found) => fits(found)).length);
        expect(totalResults).toBe(CARDS);
        for (const key of SELECTS) {
          const counters = Object.fromEntries(select[key].map((choice) => [String(choice.value), choice.counter]));
          const byHand: Record<string, number> = {};
          for (const found of cards.filter((one) => fits(one, key) && one[key] !== ''))
            byHand[String(found[key])] = (byHand[String(found[key])] ?? 0) + 1;
          expect(counters).toEqual(byHand);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('ranges end where the lots end, mileage at whole thousands, whatever the own range is set to', async () => {
    const { body } = await portal.ask(client, 'GET', '/v1/car-auction/filters?maker=TOYOTA&yearFrom=2020');
    const toyotas = cards.filter((found) => found.maker === 'TOYOTA');
    const years = toyotas.map((found) => found.year).filter((year) => year !== null);
    const { range } = body as Filters;
    expect(range.year).toEqual({ min: Math.min(...years), max: Math.max(...years), step: 1 });
    expect(range.engine).toEqual({ min: 660, max: 1_800, step: 100 });
    expect(range.mileage.step).toBe(1_000);
    expect(range.mileage.max % 1_000).toBe(0);
  });

  test('an empty choice has empty ranges', async () => {
    const { body } = await portal.ask(client, 'GET', '/v1/car-auction/filters?maker=NOBODY');
    expect(body).toMatchObject({
      select: { condition: [], chassis: [] },
      range: { year: { min: 0, max: 0, step: 1 } },
      totalSearchResults: 0,
    });
  });

  test('grades are ordered best first, statuses are in the language of the reader', async () => {
    const { body } = await portal.ask(client, 'GET', '/v1/car-auction/filters');
    const { select } = body as Filters;
    expect(select.condition.map((choice) => choice.value)).toEqual(['S', '4.5', '4', 'R']);
    expect(select.status.map((choice) => choice.label)).toEqual(['Ongoing', 'Upcoming', 'Sold', 'Cancelled']);
    const russian = await createPerson(portal.database.db, { language: 693 });
    const { body: inRussian } = await portal.ask(russian, 'GET', '/v1/car-auction/filters');
    expect((inRussian as Filters).select.status[1]).toMatchObject({ value: 4532, label: 'Предстоит' });
  });

  // @covers LIST-14, LIST-48
  test('makers and the models of a maker with their number of lots', async () => {
    const { body: makers } = await portal.ask(client, 'GET', '/v1/car-auction/maker');
    expect(makers).toEqual(['NISSAN', "O'HARA, INC", 'TOYOTA'].map((maker) => ({ value: maker, label: maker })));
    const { body: models } = await portal.ask(client, 'GET', '/v1/car-auction/model?id=NISSAN');
    const notes = cards.filter((found) => found.maker === 'NISSAN' && found.model === 'NOTE').length;
    expect(models).toContainEqual({ value: 'NOTE', label: 'NOTE', counter: notes });
    expect((await portal.ask(client, 'GET', '/v1/car-auction/model?id=NOBODY')).body).toEqual([]);
  });
});
