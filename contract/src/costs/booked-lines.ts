import type { Yen } from '../money.ts';
import type { Buyer } from './buyers.ts';
import { type CostLine, type CostSource, type CostTable, placesTo } from './tables.ts';

/** Fees that a booked purchase is charged with (business-rules.md#cost-of-a-win), so that estimate and invoice agree. */
export interface BookedFees {
  agentFeeYen: Yen;
  haulageYen: Yen;
}

const FEES = 'FEES';
const SOURCE: CostSource = {
  code: FEES,
  title: { en: 'Fee table of the company', ru: 'Тарифы компании' },
  address: '',
  readOn: '2026-01-01',
  readBy: 'Seri',
};

const bookedLine = (code: string, kind: CostLine['kind'], fixed: Yen, note: CostLine['label'] & object): CostLine => ({
  code,
  kind,
  when: {},
  currency: 'JPY',
  base: ['hammer'],
  source: FEES,
  cases: [
    {
      ...{
        code: `${code}-1`,
        when: {},
        fixed,
        percent: 0,
        perCc: 0,
        perPs: 0,
        perKw: 0,
        perM3: 0,
        perKg: 0,
        perGram: 0,
      },
      ...{ co2Target: 0, steps: [], atLeast: 0, isOpenEnded: false, note },
    },
  ],
});

const booked = new WeakSet<CostLine>();
/** Whether a line is a fee that `withBookedFees` has added: every purchase pays it. */
export const isBookedFee = (line: CostLine): boolean => booked.has(line);

const withFees = new WeakMap<CostTable, Map<string, CostTable>>();

/** The table with the fees of the company before its own lines. The same table for the same fees. */
export function withBookedFees(table: CostTable, { agentFeeYen, haulageYen }: BookedFees): CostTable {
  const known = withFees.get(table) ?? new Map<string, CostTable>();
  withFees.set(table, known);
  const key = `${agentFeeYen} ${haulageYen}`;
  const found = known.get(key) ?? addFees(table, { agentFeeYen, haulageYen });
  known.set(key, found);
  return found;
}

function addFees(table: CostTable, { agentFeeYen, haulageYen }: BookedFees): CostTable {
  const fees = [
    bookedLine('AGENT-FEE', 'agentFee', agentFeeYen, {
      en: 'Fee of the company for each purchase',
      ru: 'Комиссия компании за покупку',
    }),
    bookedLine('HAULAGE', 'haulage', haulageYen, {
      en: 'From the auction house to its port',
      ru: 'От аукциона до порта отправки',
    }),
  ];
  for (const fee of fees) booked.add(fee);
  return { ...table, sources: [...table.sources, SOURCE], lines: [...fees, ...table.lines] };
}

/** The part of a table that one vehicle needs on its way to one destination: small enough for a phone. */
export function trimTable(
  table: CostTable,
  wanted: { destination: string; buyer: Buyer; make: string; model: string },
): CostTable {
  const destination = table.destinations.find(({ code }) => code === wanted.destination);
  const places = destination ? placesTo(destination) : [];
  const isHere = (row: { destination?: string | undefined; buyer?: Buyer | undefined }) =>
    (row.destination === undefined || places.includes(row.destination)) &&
    (row.buyer === undefined || row.buyer === wanted.buyer);
  const isModel = (value: { make: string; model: string }) =>
    `${value.make} ${value.model}`.toUpperCase() === `${wanted.make} ${wanted.model}`.toUpperCase();
  const lines = table.lines.filter(isHere);
  const freights = table.freights.filter(isHere);
  const voyages = table.voyages.filter(isHere);
  const eligibility = table.eligibility.filter(isHere);
  const listed = lines.flatMap(({ reference }) => reference ?? []);
  const references = table.references
    .filter(({ code }) => listed.some(({ list }) => list === code))
    .map((list) => ({ ...list, values: list.values.filter(isModel) }));
  const depreciations = table.depreciations.filter(({ code }) =>
    listed.some(({ depreciation }) => depreciation === code),
  );
  const used = new Set([
    ...[...lines, ...freights, ...voyages, ...eligibility, ...depreciations].map(({ source }) => source),
    ...lines.flatMap(({ cases }) => cases.map(({ source }) => source)),
    ...references.flatMap(({ values }) => values.map(({ source }) => source)),
  ]);
  return {
    ...table,
    destinations: table.destinations.filter(({ code }) => places.includes(code)),
    sources: table.sources.filter(({ code }) => used.has(code)),
    ...{ lines, freights, voyages, references, depreciations, eligibility },
  };
}
