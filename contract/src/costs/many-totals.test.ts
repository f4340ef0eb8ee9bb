import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withBookedFees } from './booked-lines.ts';
import { costingFor, doorTotal } from './estimate.ts';
import { manyTotals } from './many-totals.ts';
import { knownCar, line, note, smallTable } from './testing/small-table.ts';
import type { ImportedVehicle } from './vehicle.ts';

const DOORS = [
  { destination: 'PORT', buyer: 'person' },
  { destination: 'PORT', buyer: 'company' },
  { destination: 'INLAND', buyer: 'person' },
  { destination: 'NOWHERE', buyer: 'person' },
] as const;

const law = { destination: 'PORT', text: note, source: 'LAW' };
/** Every kind of rule: intervals, multiplied facts, dates, reference values, freights, buyers, inspections, prices. */
const TABLE = smallTable({
  destinations: [
    { code: 'PORT', countryId: 404, country: note, label: note, monthTurnsOn: 15 },
    { code: 'INLAND', countryId: 404, country: note, label: note, via: 'PORT' },
  ],
  voyages: [
    { destination: 'PORT', ports: ['Nagoya'], weeksToShip: 1, weeksAtSea: 1, source: 'LAW' },
    { destination: 'PORT', weeksToShip: 2, weeksAtSea: 5, source: 'LAW' },
  ],
  freights: [
    ...[{ code: 'BY-M3', perM3: 9_000, surcharge: 5_000 }].map((row) => ({ ...row, carrier: 'A' })),
    { code: 'SMALL', carrier: 'B', fixed: 60_000, when: { volumeM3: { upTo: 11.5 } }, ports: ['Nagoya', 'Osaka'] },
  ].map((row) => ({ ...row, destination: 'PORT', mode: 'roRo', note, source: 'LAW' })),
  references: [
    {
      code: 'LIST',
      values: [
        { make: 'Toyota', model: 'Aqua', value: 900_000, source: 'LAW', validTo: '2026-12-31' },
        { make: 'TOYOTA', model: 'AQUA', value: 700_000, source: 'LAW', validFrom: '2027-01-01' },
      ],
    },
  ],
  depreciations: [{ code: 'AGE', steps: [{ upToMonths: 24, percent: 10 }, { percent: 40 }], source: 'LAW' }],
  lines: [
    line('VALUE', 'value', [], { base: ['hammer'], reference: { list: 'LIST', depreciation: 'AGE' } }),
    line('DUTY', 'duty', [
      { when: { ageMonths: { below: 36 } }, percent: 40, orElse: { perCc: 300 } },
      { when: { ageMonths: { from: 36 }, engineCc: { upTo: 1_500 } }, perCc: 150 },
      { when: { ageMonths: { from: 36 }, engineCc: { over: 1_500 } }, perCc: 400 },
    ]),
    line('FEE', 'recycling', [
      { when: { powerPs: { upTo: 160 }, hybrid: { not: ['series'] } }, fixed: 5_200 },
      { when: { powerPs: { over: 160 }, hybrid: { not: ['series'] } }, perPs: 1_000, validTo: '2026-12-31' },
      { when: { powerPs: { over: 160 }, hybrid: { not: ['series'] } }, perPs: 2_000, validFrom: '2027-01-01' },
      { when: { hybrid: ['series'] }, fixed: 90_000 },
    ]),
    line('VAT', 'tax', [{ percent: 16 }], { base: ['VALUE', 'duty'], buyer: 'person' }),
    line('DOOR', 'delivery', [{ perKg: 20 }], { destination: 'INLAND' }),
  ],
  eligibility: [
    { ...law, code: 'OLD', when: { ageYears: { over: 8 } }, verdict: 'forbidden' },
    { ...law, code: 'LATE', when: { monthsUnregistered: { over: 12 } }, verdict: 'forbidden' },
    { ...law, code: 'LEFT', when: { steering: ['left'] }, verdict: 'needs', isInspected: true },
    { ...law, code: 'CC', when: { engineCc: { over: 1_900 } }, verdict: 'forbidden', isSanction: true },
    { ...law, code: 'DEAR', when: { hammerYen: { over: 6_000_000 } }, verdict: 'forbidden', isSanction: true },
    { ...law, code: 'MODEL', when: { make: ['Nissan'] }, verdict: 'needs', validFrom: '2026-12-20' },
  ],
});

/** Mostly known, and mostly the first one, so that many vehicles share a class. */
const mostly = <T>(first: T, ...others: (T | null)[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const anyVehicle = fc.record<Partial<ImportedVehicle>>({
  vehicle: mostly<'car' | 'bike'>('car', 'bike') as fc.Arbitrary<'car'>,
  port: mostly('Nagoya', 'Osaka', 'Hakata', null),
  make: fc.constantFrom('TOYOTA', 'Toyota', 'NISSAN'),
  model: fc.constantFrom('AQUA', 'NOTE'),
  fuel: fc.constantFrom('petrol', 'petrol', 'electric', null),
  hybrid: mostly<ImportedVehicle['hybrid']>('none', 'series', 'unspecified', null),
  engineCc: fc.constantFrom(0, 660, 1_200, 1_500, 1_501, 1_900, 1_901, null),
  powerPs: fc.constantFrom(91, 120, 160, 161, 200, null),
  firstRegistrationYear: fc.constantFrom(2017, 2018, 2022, 2023, 2024, 2026),
  firstRegistrationMonth: fc.constantFrom(1, 10, 11, 12, null),
  builtYear: mostly(2022, 2017, null),
  builtMonth: mostly(9, 2, null),
  steering: mostly<ImportedVehicle['steering']>('right', 'left', null),
  lengthMm: mostly(4_050, 3_400, null),
  weightKg: mostly(1_130, 700, null),
  referenceValue: mostly<number | null>(null, 800_000),
});

// @covers DOOR-04
test('totals of many vehicles equal the estimate of each, whatever vehicles shared its rules before', () => {
  const totalsOf = manyTotals(TABLE, DOORS);
  let ranges = 0;
  fc.assert(
    fc.property(
      anyVehicle,
      fc.constantFrom('2026-11-01', '2026-11-26', '2026-12-10', '2026-12-20'),
      fc.constantFrom(300_000, 1_000_000, 6_000_001),
      fc.constantFrom(4_000, 12_000),
      (given, auctionDay, hammerYen, haulageYen) => {
        const vehicle = knownCar(given);
        const fees = { agentFeeYen: 30_000, haulageYen };
        const expected = DOORS.map(({ destination, buyer }) => {
          const costing = costingFor(withBookedFees(TABLE, fees), { vehicle, destination, buyer, auctionDay });
          return costing && doorTotal(hammerYen, costing);
        });
        const { referenceValue } = vehicle;
        const totals = totalsOf({
          ...{ hammerYen, auctionDay, ...fees, vehicle: { ...vehicle, referenceValue: null } },
          referenceValueAt: () => referenceValue,
        });
        expect(totals).toEqual(expected);
        if (totals[0]?.leastYen !== totals[0]?.mostYen) ranges++;
      },
    ),
    { numRuns: 500 },
  );
  expect(ranges).toBeGreaterThan(100);
});
