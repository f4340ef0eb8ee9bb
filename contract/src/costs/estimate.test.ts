import { describe, expect, test } from 'vitest';
import { type CostFacts, estimateCosts, factsMissing, rulesFor } from './estimate.ts';
import { type CostRule, costRule, costTable, homePort, placesTo } from './tables.ts';

const note = { en: '', ru: '' };
const rule = (code: string, values: Partial<CostRule> & Pick<CostRule, 'kind'>): CostRule =>
  costRule.parse({ code, note, ...values });
const facts: CostFacts = { house: 'USS Tokyo', vehicle: 'car', engineCc: 1_800, powerPs: 140, ageMonths: 50 };
const rates = { EUR: 165, USD: 150 };
const totals = (rules: CostRule[], hammerYen = 1_000_000) => estimateCosts(hammerYen, { rules, rates, facts });

describe('a cost', () => {
  test('is a fixed amount, a share, an amount per cc, with a minimum and a maximum', () => {
    const amounts = (values: Partial<CostRule>) =>
      totals([rule('A', { kind: 'inspection', ...values })]).lines[0]?.amountYen;
    expect(amounts({ fixed: 18_000 })).toBe(18_000);
    expect(amounts({ percent: 1.5 })).toBe(15_000);
    expect(amounts({ perCc: 10 })).toBe(18_000);
    expect(amounts({ percent: 1, atLeast: 25_000 })).toBe(25_000);
    expect(amounts({ percent: 1, atLeastPerCc: 20 })).toBe(36_000);
    expect(amounts({ percent: 5, atMost: 30_000 })).toBe(30_000);
    expect(amounts({ percent: 0 })).toBeUndefined();
  });

  // @covers PAY-11
  test('in another currency is converted to whole yen at the given rate', () => {
    expect(totals([rule('A', { kind: 'freight', currency: 'USD', fixed: 1_150.5 })]).lines[0]?.amountYen).toBe(172_575);
    expect(totals([rule('A', { kind: 'duty', currency: 'EUR', basis: 'cif', atLeastPerCc: 2.5 })]).cifYen).toBe(
      1_000_000,
    );
  });

  // @covers PAY-07
  test('is a percentage of the costs before it', () => {
    const all = totals([
      rule('FEE', { kind: 'auctionFee', fixed: 10_000 }),
      rule('SHIP', { kind: 'freight', fixed: 90_000 }),
      rule('INSURE', { kind: 'insurance', basis: 'fob', percent: 1 }),
      rule('DUTY', { kind: 'duty', basis: 'cif', percent: 10 }),
      rule('TAX', { kind: 'tax', basis: 'cifAndDuty', percent: 20 }),
      rule('YARD', { kind: 'portFees', fixed: 5_000 }),
    ]);
    expect(all.fobYen).toBe(1_010_000);
    expect(all.cifYen).toBe(1_110_100);
    expect(all.lines.map(({ kind, amountYen }) => [kind, amountYen])).toEqual([
      ['auctionFee', 10_000],
      ['freight', 90_000],
      ['insurance', 10_100],
      ['duty', 111_010],
      ['tax', 244_222],
      ['portFees', 5_000],
    ]);
    expect(all.totalYen).toBe(all.hammerYen + all.lines.reduce((sum, { amountYen }) => sum + amountYen, 0));
  });

  test('of value added tax applies to the sum of value, duty and excise', () => {
    const { lines, totalYen } = totals([
      rule('DUTY', { kind: 'duty', basis: 'cif', percent: 35 }),
      rule('EXCISE', { kind: 'excise', basis: 'cifAndDuty', percent: 20 }),
      rule('VAT', { kind: 'tax', basis: 'cifDutyAndExcise', percent: 16 }),
    ]);
    expect(lines.map(({ kind, amountYen }) => [kind, amountYen])).toEqual([
      ['duty', 350_000],
      ['excise', 270_000],
      ['tax', 259_200],
    ]);
    expect(totalYen).toBe(1_879_200);
  });

  test('of a band includes its lower bound and excludes its upper one', () => {
    const bands = [
      rule('LOW', { kind: 'auctionFee', basisTo: 500_000, fixed: 8_000 }),
      rule('HIGH', { kind: 'auctionFee', basisFrom: 500_000, fixed: 12_000 }),
    ];
    expect(totals(bands, 495_000).lines.map((line) => line.rule.code)).toEqual(['LOW']);
    expect(totals(bands, 500_000).lines.map((line) => line.rule.code)).toEqual(['HIGH']);
  });
});

describe('the applicable rules', () => {
  const codes = (rules: CostRule[], of: CostFacts = facts) => rulesFor(rules, of, ['RUVVO']).map(({ code }) => code);

  test('are those of the auction house, the destination, the vehicle, its engine and its age', () => {
    expect(
      codes([
        rule('EVERY', { kind: 'agentFee', fixed: 1 }),
        rule('HOUSE', { kind: 'haulage', house: 'USS Tokyo', fixed: 1 }),
        rule('OTHER-HOUSE', { kind: 'haulage', house: 'TAA Kinki', fixed: 1 }),
        rule('HERE', { kind: 'freight', destination: 'RUVVO', fixed: 1 }),
        rule('ELSEWHERE', { kind: 'freight', destination: 'KEMBA', fixed: 1 }),
        rule('BIKE', { kind: 'freight', vehicle: 'bike', fixed: 1 }),
        rule('UP-TO-1800', { kind: 'duty', engineToCc: 1_800, fixed: 1 }),
        rule('FROM-1800', { kind: 'duty', engineFromCc: 1_800, fixed: 1 }),
        rule('YOUNG', { kind: 'duty', ageToMonths: 36, fixed: 1 }),
        rule('MIDDLE', { kind: 'duty', ageFromMonths: 36, ageToMonths: 60, fixed: 1 }),
      ]),
    ).toEqual(['EVERY', 'HOUSE', 'HERE', 'FROM-1800', 'MIDDLE']);
  });

  test('to an inland destination are those of its port and its own', () => {
    const rules = [
      rule('SEA', { kind: 'freight', destination: 'RUVVO', fixed: 60_000 }),
      rule('RAIL', { kind: 'delivery', destination: 'RUMOW', fixed: 400_000 }),
      rule('ELSEWHERE', { kind: 'delivery', destination: 'RUSVX', fixed: 300_000 }),
    ];
    const codesTo = (places: string[]) => rulesFor(rules, facts, places).map(({ code }) => code);
    expect(codesTo(placesTo({ code: 'RUMOW', via: 'RUVVO' }))).toEqual(['SEA', 'RAIL']);
    expect(codesTo(placesTo({ code: 'RUVVO' }))).toEqual(['SEA']);
    const { cifYen, totalYen } = estimateCosts(1_000_000, {
      rules: rulesFor(rules, facts, ['RUMOW', 'RUVVO']),
      rates,
      facts,
    });
    expect([cifYen, totalYen]).toEqual([1_060_000, 1_460_000]);
  });

  test('omits a rule that needs an unknown fact, and names the fact', () => {
    const unknown: CostFacts = { ...facts, engineCc: null, ageMonths: null };
    const needy = rule('DUTY', { kind: 'duty', ageFromMonths: 36, perCc: 100 });
    expect(rulesFor([needy], unknown, ['RUVVO'])).toEqual([needy]);
    expect(factsMissing(needy, unknown)).toEqual(['engineCc', 'ageMonths']);
    expect(estimateCosts(1_000_000, { rules: [needy], rates, facts: unknown }).totalYen).toBe(1_000_000);
    expect(factsMissing(needy, facts)).toEqual([]);
  });

  test('a rule for a range of power needs the power', () => {
    const strong = rule('FEE', { kind: 'portFees', powerFromPs: 161, fixed: 900_000 });
    expect(codes([strong], { ...facts, powerPs: 160 })).toEqual([]);
    expect(codes([strong], { ...facts, powerPs: 161 })).toEqual(['FEE']);
    const unknown = estimateCosts(1_000_000, { rules: [strong], rates, facts: { ...facts, powerPs: null } });
    expect([unknown.totalYen, unknown.missing]).toEqual([1_000_000, ['powerPs']]);
  });

  test('includes the lowest case of a rule that depends on a fact no lot has, and names the fact once', () => {
    const rules = [
      rule('DUTY', { kind: 'duty', basis: 'cif', percent: 10, minimumWithout: ['referenceValue'] }),
      rule('LEVY', { kind: 'portFees', fixed: 5_000, minimumWithout: ['referenceValue', 'fuel'] }),
    ];
    const { totalYen, missing } = estimateCosts(1_000_000, { rules, rates, facts });
    expect([totalYen, missing]).toEqual([1_105_000, ['referenceValue', 'fuel']]);
    expect(estimateCosts(1_000_000, { rules: [], rates, facts }).missing).toEqual([]);
  });

  test('omits a rule that depends on the month where only the year is known, and names the month', () => {
    const rules = [
      rule('YOUNG', { kind: 'duty', ageToMonths: 60, fixed: 100 }),
      rule('OLD', { kind: 'duty', ageFromMonths: 60, fixed: 200 }),
    ];
    const at = (ageMonths: number) => {
      const known = { ...facts, ageMonths, isMonthKnown: false };
      const { lines, missing } = estimateCosts(0, { rules: rulesFor(rules, known, ['RUVVO']), rates, facts: known });
      return [lines.map((line) => line.rule.code), missing];
    };
    expect(at(59)).toEqual([['YOUNG'], []]);
    expect(at(60)).toEqual([[], ['month']]);
    expect(at(70)).toEqual([[], ['month']]);
    expect(at(71)).toEqual([['OLD'], []]);
  });
});

describe('a table', () => {
  const table = {
    name: 'Example 2026-11',
    validFrom: '2026-11-01',
    note,
    ratesAt: '2026-11-20T09:00:00+09:00',
    rates: { USD: 150 },
    destinations: [{ code: 'RUVVO', countryId: 183, label: { en: 'Vladivostok', ru: 'Владивосток' } }],
    rules: [{ code: 'A', kind: 'freight', note, destination: 'RUVVO', fixed: 90_000 }],
  };
  test('is accepted unchanged', () =>
    expect(costTable.parse(table).rules[0]).toMatchObject({ currency: 'JPY', percent: 0 }));

  test.each([
    ['a rule in a currency without a rate', [{ ...table.rules[0], currency: 'EUR' }]],
    ['the same code twice', [table.rules[0], table.rules[0]]],
    ['a destination that is not in it', [{ ...table.rules[0], destination: 'KEMBA' }]],
    ['a freight that rests on the value it is part of', [{ ...table.rules[0], basis: 'cif' }]],
    [
      'an excise duty that rests on the sum it is part of',
      [{ ...table.rules[0], kind: 'excise', basis: 'cifDutyAndExcise' }],
    ],
    ['a fact nobody has heard of', [{ ...table.rules[0], minimumWithout: ['mood'] }]],
    ['a negative share', [{ ...table.rules[0], percent: -1 }]],
    ['no rules', []],
  ])('with %s is refused', (_, rules) => expect(costTable.safeParse({ ...table, rules }).success).toBe(false));

  const inland = { code: 'RUMOW', countryId: 183, label: { en: 'Moscow', ru: 'Москва' }, via: 'RUVVO' };
  const withPlaces = (...more: object[]) => ({ ...table, destinations: [...table.destinations, ...more] });
  test("selects the first port of the client's own country by default, never one of another country", () => {
    const places = [...table.destinations, inland].reverse();
    expect(homePort(places, 183)?.code).toBe('RUVVO');
    expect(homePort(places, 404)).toBeNull();
    expect(homePort(places, null)).toBeNull();
  });

  test('may connect an inland place only to a port within the table', () => {
    expect(costTable.safeParse(withPlaces(inland)).success).toBe(true);
    expect(costTable.safeParse(withPlaces({ ...inland, via: 'NZAKL' })).success).toBe(false);
    expect(costTable.safeParse(withPlaces(inland, { ...inland, code: 'RUTVE', via: 'RUMOW' })).success).toBe(false);
  });
});
