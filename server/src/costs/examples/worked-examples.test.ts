import { withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import { costingFor, doorTotal, estimateCosts } from '@seri/contract/costs/estimate.ts';
import { NUMBER_FACTS } from '@seri/contract/costs/facts.ts';
import type { ImportedVehicle } from '@seri/contract/costs/vehicle.ts';
import { describe, expect, test } from 'vitest';
import { readCostTable } from '../../testing/fixtures/cost-table.ts';
import { emirates } from './emirates.ts';
import type { Example } from './example.ts';
import { kenya } from './kenya.ts';
import { newZealand } from './new-zealand.ts';
import { russia } from './russia.ts';
import { unitedKingdom } from './united-kingdom.ts';
import { unitedStates } from './united-states.ts';

const table = withBookedFees(readCostTable(), { agentFeeYen: 30_000, haulageYen: 12_000 });

function vehicleOf({ vehicle }: Example): ImportedVehicle {
  const { registered = '2020-01', built = registered, dimensions = [4_330, 1_790, 1_590] } = vehicle;
  const [lengthMm, widthMm, heightMm] = dimensions as [number, number, number];
  const [registeredYear, registeredMonth] = registered.split('-').map(Number) as [number, number];
  const [builtYear, builtMonth] = built.split('-').map(Number) as [number, number];
  const { fuel = 'petrol' } = vehicle;
  return {
    ...{ vehicle: 'car', house: 'USS Tokyo', port: vehicle.port ?? 'Yokohama', make: 'MAKE', model: 'MODEL' },
    typeCode: vehicle.typeCode ?? '3BA-XX10',
    fuel,
    hybrid: (vehicle.hybrid ?? 'none') as ImportedVehicle['hybrid'],
    engineCc: fuel === 'electric' ? null : (vehicle.engineCc ?? 1_496),
    powerPs: vehicle.powerPs ?? 110,
    power30MinutePs: vehicle.power30MinutePs ?? 60,
    ...{ firstRegistrationYear: registeredYear, firstRegistrationMonth: registeredMonth, builtYear, builtMonth },
    steering: (vehicle.steering ?? 'right') as ImportedVehicle['steering'],
    ...{ drive: '2wd', body: 'hatchback', seats: 5, doors: 5, lengthMm, widthMm, heightMm, weightKg: 1_200 },
    co2GPerKm: vehicle.co2GPerKm ?? 120,
    referenceValue: vehicle.referenceValue ?? null,
  };
}

describe.each<[string, string, number, Example[]]>([
  ['Vladivostok', 'RUVVO', 40, russia],
  ['Mombasa', 'KEMBA', 40, kenya],
  ['Auckland', 'NZAKL', 15, newZealand],
  ['Southampton', 'GBSOU', 15, unitedKingdom],
  ['Los Angeles', 'USLAX', 15, unitedStates],
  ['Jebel Ali', 'AEJEA', 15, emirates],
])('the starter table to %s', (_, destination, least, examples) => {
  test('has enough worked examples', () => expect(examples.length).toBeGreaterThanOrEqual(least));

  test('has an example on both sides of every boundary of a whole number', () => {
    const costings = examples.map((example) =>
      costingFor(table, { vehicle: vehicleOf(example), destination, buyer: 'person', auctionDay: example.auctionDay }),
    );
    const missing = [...(costings[0]?.door.cuts ?? [])].flatMap(([name, cuts]) => {
      const seen = new Set(costings.map((costing) => costing?.scenarios.list[0]?.facts[name]));
      const sides = cuts.flatMap(({ at, isAfter }) => (isAfter ? [at, at + 1] : [at - 1, at]));
      return NUMBER_FACTS[name].isWhole ? sides.filter((side) => !seen.has(side)).map((side) => `${name} ${side}`) : [];
    });
    expect(missing).toEqual([]);
  });

  // @covers DOOR-07
  test.each(examples.map((example) => [example.name, example] as const))(
    'gives the worked figures: %s',
    (_, example) => {
      const costing = costingFor(table, {
        ...{ vehicle: vehicleOf(example), destination, buyer: 'person', auctionDay: example.auctionDay },
      });
      if (!costing) throw new Error(`no rules for ${destination}`);
      const { hammerYen } = example.vehicle;
      const estimate = estimateCosts(hammerYen, costing);
      const [facts] = costing.scenarios.list.map((scenario) => scenario.facts);
      const sums: Record<string, number> = {};
      for (const { kind, leastYen } of estimate.lines) sums[kind] = (sums[kind] ?? 0) + leastYen;
      const reached = {
        arrival: costing.arrivalDay,
        ageMonths: facts?.ageMonths,
        builtMonths: facts?.builtMonths,
        fob: estimate.fob.leastYen,
        cif: estimate.cif.leastYen,
        ...Object.fromEntries(
          ['freight', 'insurance', 'value', 'duty', 'excise', 'tax', 'clearance', 'recycling', 'levy', 'portFees'].map(
            (kind) => [kind, sums[kind] ?? 0],
          ),
        ),
      };
      expect(reached).toMatchObject(example.steps);
      expect({ total: estimate.leastYen, most: estimate.mostYen, verdict: estimate.verdict }).toEqual({
        ...{ total: example.total, most: example.most, verdict: example.verdict },
      });
      expect(doorTotal(hammerYen, costing)).toEqual({
        ...{ leastYen: estimate.leastYen, mostYen: estimate.mostYen, verdict: estimate.verdict },
      });
    },
  );
});
