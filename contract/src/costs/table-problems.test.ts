import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tableProblems } from './table-problems.ts';
import { costTable, homePort } from './tables.ts';
import { line, SMALL, smallTable } from './testing/small-table.ts';

const TODAY = '2026-11-26';
const problems = (parts: object) => tableProblems(smallTable(parts), TODAY).map(({ code, row }) => [code, row]);
const lines = (...cases: object[]) => ({ lines: [line('L', 'duty', cases)] });
const text = { en: '', ru: '' };

test('a whole table has no problem', () => expect(problems({})).toEqual([]));

describe('a line', () => {
  // @covers DOOR-06
  test.each<[string, object[], string[]]>([
    [
      'with adjoining intervals',
      [{ when: { engineCc: { upTo: 1_500 } } }, { when: { engineCc: { over: 1_500 } } }],
      [],
    ],
    [
      'of whole numbers that follow each other',
      [{ when: { engineCc: { upTo: 1_500 } } }, { when: { engineCc: { from: 1_501 } } }],
      [],
    ],
    ['with a gap', [{ when: { engineCc: { below: 1_500 } } }, { when: { engineCc: { over: 1_500 } } }], ['gap']],
    [
      'with an overlap',
      [{ when: { engineCc: { upTo: 1_500 } } }, { when: { engineCc: { from: 1_500 } } }],
      ['overlap'],
    ],
    [
      'with overlapping ages',
      [{ when: { ageMonths: { upTo: 60 } } }, { when: { ageMonths: { from: 36 } } }],
      ['overlap'],
    ],
    ['with a forgotten fuel', [{ when: { fuel: ['petrol'] } }, { when: { fuel: ['electric'] } }], ['gap']],
    ['with all other words', [{ when: { body: ['suv'] } }, { when: { body: { not: ['suv'] } } }], []],
    ['with years that follow each other', [{ validTo: '2026-12-31' }, { validFrom: '2027-01-01' }], []],
    ['with a day between two years', [{ validTo: '2026-12-30' }, { validFrom: '2027-01-01' }], ['gap']],
    ['with overlapping years', [{ validTo: '2027-01-01' }, { validFrom: '2027-01-01' }], ['overlap']],
    ['that ends', [{ validTo: '2027-05-31' }], ['gap']],
    ['with a gap in a value', [{ when: { base: { upTo: 100 } } }, { when: { base: { from: 101 } } }], ['gap']],
    ['without a case', [], ['gap']],
    [
      'with a gap in one corner of two facts',
      [
        { when: { engineCc: { upTo: 1_500 } } },
        { when: { engineCc: { over: 1_500 }, powerPs: { upTo: 160 } } },
        { when: { engineCc: { over: 1_500 }, powerPs: { over: 161 } } },
      ],
      ['gap'],
    ],
  ])('%s', (_, cases, expected) => expect(problems(lines(...cases)).map(([code]) => code)).toEqual(expected));

  // @covers DOOR-06
  test('with any interval taken away from a partition has a gap, with any repeated an overlap', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 7_999 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(cuts, fc.nat(7), (bounds, place) => {
        const sorted = bounds.toSorted((a, b) => a - b);
        const cases = [undefined, ...sorted].map((over, number) => ({
          when: {
            engineCc: {
              ...(over === undefined ? { from: 0 } : { over }),
              ...(sorted[number] === undefined ? {} : { upTo: sorted[number] }),
            },
          },
        }));
        const chosen = place % cases.length;
        const codes = (all: object[]) => problems(lines(...all)).map(([code]) => code);
        expect(codes(cases)).toEqual([]);
        expect(codes(cases.toSpliced(chosen, 1))).toEqual(['gap']);
        expect(codes([...cases, cases[chosen] as object])).toEqual(['overlap']);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});

// @covers DOOR-06
test.each<[string, object, string]>([
  ['a rule without its source', { lines: [line('L', 'duty', [{}], { source: 'GONE' })] }, 'source'],
  [
    'an expired rule',
    { eligibility: [{ code: 'E', destination: 'PORT', verdict: 'needs', text, source: 'LAW', validTo: '2026-11-25' }] },
    'expired',
  ],
  ['a currency without a rate', { lines: [line('L', 'duty', [{}], { currency: 'KES' })] }, 'rate'],
  ['two lines with one code', { lines: [line('L', 'duty', [{}]), line('L', 'tax', [{ code: 'OTHER' }])] }, 'duplicate'],
  ['a destination that is not in it', { lines: [line('L', 'duty', [{}], { destination: 'GONE' })] }, 'destination'],
  [
    'a freight that rests on the value it is part of',
    { lines: [line('L', 'freight', [{ percent: 1 }], { base: ['cif'] })] },
    'base',
  ],
  ['a tax that rests on nothing', { lines: [line('L', 'tax', [{ percent: 1 }], { base: ['GONE'] })] }, 'base'],
  ['a list that is not in it', { lines: [line('L', 'value', [], { reference: { list: 'GONE' } })] }, 'name'],
  ['no way to a destination', { voyages: [] }, 'voyage'],
  [
    'an inland place without its port',
    {
      destinations: [
        ...SMALL.destinations,
        { code: 'INLAND', countryId: 404, country: text, label: text, via: 'GONE' },
      ],
    },
    'destination',
  ],
])('%s is a problem', (_, parts, code) => expect(problems(parts).map(([found]) => found)).toContain(code));

// @covers DOOR-06
test.each<[string, object]>([
  ['a negative rate', { rates: { EUR: -165 } }],
  ['a negative share', lines({ percent: -1 })],
  ['a fact that does not exist', lines({ when: { mood: ['good'] } })],
  ['a fuel that does not exist', lines({ when: { fuel: ['steam'] } })],
  ['an empty interval', lines({ when: { engineCc: { over: 1_500, upTo: 1_500 } } })],
  ['two lower bounds', lines({ when: { engineCc: { over: 1, from: 2 } } })],
  ['steps that fall', lines({ steps: [{ upTo: 20, fixed: 1 }, { upTo: 10, fixed: 2 }, { fixed: 3 }] })],
  ['a rule that ends before it begins', lines({ validFrom: '2026-12-01', validTo: '2026-11-01' })],
  ['an address of a script', { sources: [{ ...SMALL.sources[0], address: 'javascript:alert(1)' }] }],
  [
    'a sanction that allows',
    { eligibility: [{ code: 'E', destination: 'PORT', verdict: 'allowed', isSanction: true, text, source: 'LAW' }] },
  ],
  ['no line', { lines: [] }],
])('%s is refused', (_, parts) => expect(costTable.safeParse({ ...SMALL, ...parts }).success).toBe(false));

test("the first port of the client's own country is proposed, never one of another country", () => {
  const port = smallTable().destinations;
  expect(homePort(port, 404)?.code).toBe('PORT');
  expect(homePort(port, 183)).toBeNull();
  expect(homePort(port, null)).toBeNull();
});
