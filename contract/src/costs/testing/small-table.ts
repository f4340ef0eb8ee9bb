import { type CostTable, costTable } from '../tables.ts';
import type { ImportedVehicle } from '../vehicle.ts';

export const note = { en: 'Note', ru: 'Примечание' };

/** A table with one destination; `parts` replaces any of its parts. */
export const smallTable = (parts: object = {}): CostTable => costTable.parse({ ...SMALL, ...parts });

export const SMALL = {
  name: 'Small table',
  validFrom: '2026-01-01',
  note,
  ratesAt: '2026-11-20T09:00:00+09:00',
  rates: { EUR: 165, USD: 151.37 },
  destinations: [{ code: 'PORT', countryId: 404, country: note, label: note }],
  sources: [{ code: 'LAW', title: note, address: 'https://law.example/', readOn: '2026-11-12', readBy: 'Anna' }],
  voyages: [{ destination: 'PORT', weeksToShip: 1, weeksAtSea: 3, source: 'LAW' }],
  lines: [line('DUTY', 'duty', [{ code: 'DUTY-1', note, percent: 10 }])],
};

/** A line with the given cases; their codes follow from its own. */
export function line(code: string, kind: string, cases: object[], more: object = {}) {
  return {
    code,
    kind,
    source: 'LAW',
    cases: cases.map((item, place) => ({ code: `${code}-${place + 1}`, note, ...item })),
    ...more,
  };
}

/** A car of which everything is known; `facts` replaces any fact. */
export const knownCar = (facts: Partial<ImportedVehicle> = {}): ImportedVehicle => ({
  ...{ vehicle: 'car', house: 'USS Tokyo', port: 'Yokohama', make: 'TOYOTA', model: 'AQUA', typeCode: '6AA-MXPK11' },
  ...{ fuel: 'petrol', hybrid: 'none', engineCc: 1_490, powerPs: 91, power30MinutePs: 60 },
  ...{ firstRegistrationYear: 2021, firstRegistrationMonth: 12, builtYear: 2021, builtMonth: 11, steering: 'right' },
  ...{ drive: '2wd', body: 'hatchback', seats: 5, doors: 5, lengthMm: 4_050, widthMm: 1_695, heightMm: 1_485 },
  ...{ weightKg: 1_130, co2GPerKm: 69, referenceValue: null },
  ...facts,
});
