import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costingFor, type DoorEstimate, doorTotal, estimateCosts } from './estimate.ts';
import { knownCar, line, smallTable } from './testing/small-table.ts';
import type { ImportedVehicle } from './vehicle.ts';

const AUCTION = '2026-11-26';

function costingOf(parts: object, facts: Partial<ImportedVehicle> = {}, auctionDay = AUCTION) {
  const costing = costingFor(smallTable(parts), {
    ...{ vehicle: knownCar(facts), destination: 'PORT', buyer: 'person', auctionDay },
  });
  if (!costing) throw new Error('the table has this destination');
  return costing;
}
const estimate = (parts: object, facts: Partial<ImportedVehicle> = {}, hammerYen = 1_000_000): DoorEstimate =>
  estimateCosts(hammerYen, costingOf(parts, facts));
const amounts = ({ lines }: DoorEstimate) => lines.map(({ code, leastYen }) => [code, leastYen]);
const one = (item: object, more: object = {}) => ({ lines: [line('L', 'duty', [item], more)] });
const yenOf = (item: object, more: object = {}, facts: Partial<ImportedVehicle> = {}) =>
  estimate(one(item, more), facts).lines[0]?.leastYen;

describe('an amount', () => {
  // @covers DOOR-01
  test('is fixed, a share, or so much per cc, PS, kW, m³, kg and gram of CO₂', () => {
    expect(yenOf({ fixed: 18_000 })).toBe(18_000);
    expect(yenOf({ percent: 1.5 })).toBe(15_000);
    expect(yenOf({ perCc: 10 })).toBe(14_900);
    expect(yenOf({ perPs: 100 })).toBe(9_100);
    expect(yenOf({ perKw: 100 })).toBe(Math.round(91 * 73.549875));
    expect(yenOf({ perM3: 1_000 })).toBe(10_194);
    expect(yenOf({ perKg: 10 })).toBe(11_300);
    expect(yenOf({ perGram: 100, co2Target: 60 })).toBe(900);
    expect(yenOf({ perGram: 100, co2Target: 70 })).toBeUndefined();
  });

  test('has a minimum, a maximum, a larger alternative, and steps with inclusive upper bounds', () => {
    expect(yenOf({ percent: 1, atLeast: 25_000 })).toBe(25_000);
    expect(yenOf({ percent: 5, atMost: 30_000 })).toBe(30_000);
    expect(yenOf({ percent: 1, orElse: { perCc: 20 } })).toBe(29_800);
    expect(yenOf({ percent: 4, orElse: { perCc: 20 } })).toBe(40_000);
    const steps = [{ upTo: 999_999, fixed: 1 }, { upTo: 1_000_000, fixed: 2 }, { fixed: 3 }];
    expect(yenOf({ steps })).toBe(2);
    expect(estimate(one({ steps }), {}, 1_000_005).lines[0]?.leastYen).toBe(3);
  });

  // @covers PAY-11
  test('in another currency is converted to whole yen', () => {
    expect(yenOf({ fixed: 1_150.5 }, { currency: 'USD' })).toBe(Math.round(1_150.5 * 151.37));
  });
});

// @covers PAY-07
test('a line rests on the lines it names: costs in Japan, value on arrival, duty, excise, or single ones', () => {
  const lines = [
    line('FEE', 'auctionFee', [{ fixed: 10_000 }]),
    line('SHIP', 'freight', [{ fixed: 90_000 }]),
    line('INSURE', 'insurance', [{ percent: 1 }], { base: ['fob'] }),
    line('DUTY', 'duty', [{ percent: 10 }], { base: ['cif'] }),
    line('EXCISE', 'excise', [{ percent: 20 }], { base: ['cif', 'duty'] }),
    line('VAT', 'tax', [{ percent: 16 }], { base: ['cif', 'DUTY', 'excise'] }),
    line('YARD', 'portFees', [{ percent: 1 }], { base: ['SHIP'] }),
  ];
  const all = estimate({ lines });
  expect(amounts(all)).toEqual([
    ['FEE', 10_000],
    ['SHIP', 90_000],
    ['INSURE', 10_100],
    ['DUTY', 111_010],
    ['EXCISE', 244_222],
    ['VAT', Math.round((1_110_100 + 111_010 + 244_222) * 0.16)],
    ['YARD', 900],
  ]);
  expect([all.fob.leastYen, all.cif.leastYen]).toEqual([1_010_000, 1_110_100]);
  expect(all.leastYen).toBe(1_000_000 + all.lines.reduce((sum, { leastYen }) => sum + leastYen, 0));
  expect(all.mostYen).toBe(all.leastYen);
});

// @covers DOOR-01
test('a customs value comes from the newest entry of the list, less the depreciation of the age at arrival', () => {
  const note = { en: '', ru: '' };
  const parts = {
    lines: [
      {
        ...line('VALUE', 'value', [], { base: ['cif'], reference: { list: 'LIST', depreciation: 'AGE' } }),
        label: note,
      },
      line('DUTY', 'duty', [{ percent: 50 }], { base: ['VALUE'] }),
    ],
    depreciations: [{ code: 'AGE', source: 'LAW', steps: [{ upToMonths: 59, percent: 40 }, { percent: 50 }] }],
    references: [
      {
        code: 'LIST',
        values: [
          { make: 'Toyota', model: 'Aqua', value: 3_000_000, source: 'LAW', validTo: '2026-12-01' },
          {
            make: 'Toyota',
            model: 'Aqua',
            value: 2_000_000,
            source: 'LAW',
            when: { engineCc: { upTo: 1_500 } },
            validFrom: '2026-12-02',
          },
        ],
      },
    ],
  };
  expect(estimate(parts).lines.at(-1)?.leastYen).toBe(500_000);
  const unlisted = estimate(parts, { model: 'NOTE' });
  expect([unlisted.mostYen, unlisted.questions]).toEqual([null, ['referenceValue']]);
  expect(estimate(parts, { model: 'NOTE', referenceValue: 1_000_000 }).lines.at(-1)?.leastYen).toBe(250_000);
});

// @covers DOOR-01
test('a ship takes per cubic meter, a container a share by size; the cheapest offer from the port applies', () => {
  const note = { en: '', ru: '' };
  const offer = (code: string, more: object) => ({
    ...{ code, carrier: code, destination: 'PORT', mode: 'roRo', note, source: 'LAW' },
    ...more,
  });
  const freights = [
    offer('DEAR', { perM3: 9_000, surcharge: 5_000 }),
    offer('CHEAP', { perM3: 6_000, ports: ['Toyama'] }),
    offer('OVER', { perM3: 1, validTo: '2026-12-20' }),
  ];
  expect(estimate({ freights, lines: one({ fixed: 1 }).lines }).lines[0]?.leastYen).toBe(
    Math.round(10.194 * 9_000) + 5_000,
  );
  const fromToyama = estimate({ freights }, { port: 'Toyama' }).lines.find(({ kind }) => kind === 'freight');
  expect([fromToyama?.freight?.code, fromToyama?.leastYen]).toEqual(['CHEAP', Math.round(10.194 * 6_000)]);

  const place = { code: 'PORT', countryId: 404, country: note, label: note, mode: 'container' };
  const container = {
    price: 400_000,
    shares: [
      { upToM3: 9, share: 0.2 },
      { upToM3: 14, share: 0.25 },
    ],
  };
  const boxed = { destinations: [place], freights: [offer('BOX', { mode: 'container', container, surcharge: 1_000 })] };
  const shipped = (facts: Partial<ImportedVehicle>) =>
    estimate(boxed, facts).lines.find(({ kind }) => kind === 'freight');
  expect(shipped({})?.leastYen).toBe(101_000);
  expect(shipped({ lengthMm: 3_395 })?.leastYen).toBe(81_000);
  expect(shipped({ lengthMm: 8_000 })?.mostYen).toBeNull();
});

describe('the arrival', () => {
  const byAge = {
    lines: [
      line('DUTY', 'duty', [
        { when: { ageMonths: { below: 60 } }, fixed: 100_000 },
        { when: { ageMonths: { from: 60 } }, fixed: 397_000 },
      ]),
    ],
  };
  // @covers DOOR-02
  test('decides the age, and what turns on the way is said with its day and its cost', () => {
    const turning = estimate(byAge);
    expect(costingOf(byAge).arrivalDay).toBe('2026-12-24');
    expect(turning.lines[0]).toMatchObject({
      leastYen: 397_000,
      turn: { on: '2026-12-01', years: 5, differenceYen: 297_000 },
    });
    expect(estimate(byAge, { firstRegistrationMonth: 11 }).lines[0]?.turn).toBeNull();
  });

  test('decides which rules are valid', () => {
    const dated = {
      lines: [
        line('FEE', 'levy', [
          { validTo: '2026-12-23', fixed: 10 },
          { validFrom: '2026-12-24', fixed: 30 },
        ]),
      ],
    };
    expect(estimate(dated).lines[0]).toMatchObject({
      leastYen: 30,
      turn: { on: '2026-12-24', years: null, differenceYen: 20 },
    });
    expect(estimateCosts(1_000_000, costingOf(dated, {}, '2026-11-25')).lines[0]).toMatchObject({
      leastYen: 10,
      turn: null,
    });
  });

  test('is that of the longest voyage while the port is unknown', () => {
    const voyages = [
      { destination: 'PORT', ports: ['Toyama'], weeksToShip: 1, weeksAtSea: 1, source: 'LAW' },
      { destination: 'PORT', weeksToShip: 2, weeksAtSea: 4, source: 'LAW' },
    ];
    expect(costingOf({ voyages }, { port: 'Toyama' }).arrivalDay).toBe('2026-12-10');
    expect(costingOf({ voyages }, { port: 'Kobe' }).arrivalDay).toBe('2027-01-07');
    expect(costingOf({ voyages }, { port: null }).arrivalDay).toBe('2027-01-07');
  });

  // @covers DOOR-02
  test('later never makes a vehicle younger', () => {
    const ages = {
      lines: [
        line('D', 'duty', [
          { when: { ageMonths: { from: 1 }, ageYears: { from: 0 }, builtMonths: { from: 1 } }, fixed: 1 },
          { when: { ageMonths: { below: 1 } }, fixed: 2 },
        ]),
      ],
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2026 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(700),
        fc.nat(200),
        (year, month, days, later) => {
          const on = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000).toISOString().slice(0, 10);
          const at = (day: string) =>
            costingOf(
              ages,
              { firstRegistrationYear: year, firstRegistrationMonth: month, builtYear: year, builtMonth: month },
              day,
            ).scenarios.list[0]?.facts;
          const [early, late] = [at(on(days)), at(on(days + later))];
          for (const name of ['ageMonths', 'ageYears', 'builtMonths'] as const)
            expect(late?.[name]).toBeGreaterThanOrEqual(early?.[name] ?? 0);
        },
      ),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe('an unknown fact', () => {
  const fee = {
    lines: [
      line('FEE', 'recycling', [
        { when: { powerPs: { upTo: 160 } }, fixed: 5_200 },
        { when: { powerPs: { over: 160 } }, fixed: 1_492_800 },
      ]),
      line('DUTY', 'duty', [{ perCc: 100 }]),
    ],
  };
  // @covers DOOR-05
  test('gives a range between the cheapest and the dearest case, and the question that narrows it most', () => {
    const unknown = estimate(fee, { powerPs: null });
    expect([unknown.leastYen, unknown.mostYen, unknown.questions]).toEqual([1_154_200, 2_641_800, ['powerPs']]);
    const both = estimate(fee, { powerPs: null, engineCc: null });
    expect(both.questions).toEqual(['powerPs', 'engineCc']);
    expect(estimate(fee).questions).toEqual([]);
  });

  test('that changes nothing raises no question', () => {
    expect(estimate(fee, { steering: null, co2GPerKm: null, body: null }).questions).toEqual([]);
    expect(estimate(fee, { lengthMm: null }).mostYen).toBe(estimate(fee).leastYen);
  });

  // @covers DOOR-05
  test('counts once, in the same case for all lines', () => {
    const lines = [
      line('A', 'duty', [
        { when: { fuel: ['diesel'] }, fixed: 0 },
        { when: { fuel: { not: ['diesel'] } }, fixed: 100 },
      ]),
      line('B', 'levy', [
        { when: { fuel: ['diesel'] }, fixed: 100 },
        { when: { fuel: { not: ['diesel'] } }, fixed: 0 },
      ]),
    ];
    const sum = estimate({ lines }, { fuel: null, engineCc: null });
    expect([sum.leastYen, sum.mostYen]).toEqual([1_000_100, 1_000_100]);
  });

  test('agrees with what is known: a car with an engine is not electric, an unspecified hybrid is one of three kinds', () => {
    const lines = [
      line('A', 'duty', [
        { when: { fuel: ['electric', 'hydrogen'] }, fixed: 900 },
        { when: { fuel: { not: ['electric', 'hydrogen'] }, hybrid: ['none'] }, fixed: 100 },
        { when: { fuel: { not: ['electric', 'hydrogen'] }, hybrid: ['mild'] }, fixed: 200 },
        { when: { fuel: { not: ['electric', 'hydrogen'] }, hybrid: ['full', 'series', 'plugIn'] }, fixed: 300 },
      ]),
    ];
    const range = (facts: Partial<ImportedVehicle>) => {
      const { leastYen, mostYen } = estimate({ lines }, facts);
      return [leastYen - 1_000_000, (mostYen ?? 0) - 1_000_000];
    };
    expect(range({ fuel: null })).toEqual([100, 100]);
    expect(range({ fuel: null, hybrid: null, engineCc: null })).toEqual([100, 900]);
    expect(range({ hybrid: null })).toEqual([100, 300]);
    expect(range({ hybrid: 'unspecified' })).toEqual([200, 300]);
  });

  test('month counts as any month of the year', () => {
    const lines = [
      line('D', 'duty', [
        { when: { ageMonths: { below: 60 } }, fixed: 100 },
        { when: { ageMonths: { from: 60 } }, fixed: 300 },
      ]),
    ];
    const at = (year: number) => {
      const facts = { firstRegistrationYear: year, firstRegistrationMonth: null };
      const { leastYen, mostYen, questions } = estimateCosts(1_000_000, costingOf({ lines }, facts, '2026-06-01'));
      return [leastYen - 1_000_000, (mostYen ?? 0) - 1_000_000, questions.join()];
    };
    expect(at(2020)).toEqual([300, 300, '']);
    expect(at(2021)).toEqual([100, 300, 'firstRegistrationMonth']);
    expect(at(2022)).toEqual([100, 100, '']);
  });

  test('rate or law leaves the total without an upper limit', () => {
    expect(estimate(one({ fixed: 100, isOpenEnded: true })).mostYen).toBeNull();
    expect(estimate(one({ percent: 2.5, dearest: { percent: 3.5 } }))).toMatchObject({
      leastYen: 1_025_000,
      mostYen: 1_035_000,
    });
    expect(estimate(one({ validFrom: '2027-01-01', fixed: 100 })).mostYen).toBeNull();
  });
});

describe('the verdict', () => {
  const text = { en: 'Because', ru: 'Потому' };
  const rule = (code: string, verdict: string, when: object, more: object = {}) => ({
    ...{ code, destination: 'PORT', verdict, when, text, source: 'LAW' },
    ...more,
  });
  const verdict = (eligibility: object[], facts: Partial<ImportedVehicle> = {}, hammerYen = 1_000_000) =>
    doorTotal(hammerYen, costingOf({ eligibility }, facts)).verdict;
  // @covers DOOR-03, LOT-23
  test('is the strictest of the rules that the vehicle meets at its arrival and price', () => {
    const rules = [
      rule('OLD', 'forbidden', { ageYears: { over: 5 } }),
      rule('CHECK', 'needs', {}),
      rule('BAN', 'forbidden', { hammerYen: { over: 6_000_000 } }, { isSanction: true }),
    ];
    expect(verdict(rules)).toBe('needs');
    expect(verdict(rules, { firstRegistrationYear: 2020 })).toBe('forbidden');
    expect(verdict(rules, {}, 6_000_000)).toBe('needs');
    expect(verdict(rules, { firstRegistrationYear: 2020 }, 6_000_001)).toBe('sanctioned');
    expect(verdict([rule('LEFT', 'forbidden', { steering: ['left'] })])).toBe('allowed');
    expect(verdict([])).toBe('unknown');
  });

  // @covers DOOR-05
  test('depends on an unknown fact, unless only an inspection can find it out', () => {
    const left = rule('LEFT', 'forbidden', { steering: ['left'] });
    expect(verdict([left], { steering: null })).toBe('depends');
    expect(verdict([{ ...left, isInspected: true }], { steering: null })).toBe('needs');
    expect(verdict([{ ...left, isInspected: true }], { steering: 'left' })).toBe('forbidden');
    expect(estimateCosts(1, costingOf({ eligibility: [left] }, { steering: null })).questions).toEqual(['steering']);
  });

  test('of sanctions counts from the auction, of a country from the arrival', () => {
    const from = { validFrom: '2026-12-20' };
    expect(verdict([rule('BAN', 'forbidden', {}, { isSanction: true, ...from })])).toBe('allowed');
    expect(verdict([rule('LAW', 'forbidden', {}, from)])).toBe('forbidden');
    expect(estimateCosts(1, costingOf({ eligibility: [rule('LAW', 'forbidden', {}, from)] })).verdictAtAuction).toBe(
      'allowed',
    );
  });
});

test('a destination without rules for a kind of buyer, or not in the table, has no estimate', () => {
  const place = {
    code: 'PORT',
    countryId: 404,
    country: { en: '', ru: '' },
    label: { en: '', ru: '' },
    buyers: ['person'],
  };
  const table = smallTable({ destinations: [place] });
  const query = { vehicle: knownCar(), auctionDay: AUCTION };
  expect(costingFor(table, { ...query, destination: 'PORT', buyer: 'company' })).toBeNull();
  expect(costingFor(table, { ...query, destination: 'GONE', buyer: 'person' })).toBeNull();
});
