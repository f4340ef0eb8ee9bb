import type { CostTable } from '@seri/contract/costs/tables.ts';

interface Row {
  code: string;
  source: string;
  verified: boolean;
  content: unknown;
}

/** Every row of a table that states a rule. A case without a source or a check of its own has those of its line. */
export function rowsOf(table: CostTable): Row[] {
  const checked = new Set(table.sources.filter(({ verified }) => verified).map(({ code }) => code));
  const rowOf = (row: { code: string; source: string; verified?: unknown }): Row => ({
    code: row.code,
    source: row.source,
    verified: row.verified !== undefined || checked.has(row.source),
    content: row,
  });
  return [
    ...table.lines.flatMap(({ cases, ...line }) =>
      cases.length === 0
        ? [rowOf(line)]
        : cases.map((item) => ({
            ...rowOf({ ...item, source: item.source ?? line.source, verified: item.verified ?? line.verified }),
            content: { ...line, ...item },
          })),
    ),
    ...[...table.freights, ...table.eligibility].map(rowOf),
    ...table.references.flatMap(({ code, values }) =>
      values.map((value) =>
        rowOf({ ...value, code: `${code} ${value.make} ${value.model} ${JSON.stringify(value.when)}` }),
      ),
    ),
    ...table.depreciations.map(rowOf),
    ...table.voyages.map((voyage) =>
      rowOf({ ...voyage, code: `voyage ${voyage.ports?.join('/') ?? '*'} ${voyage.destination}` }),
    ),
  ];
}

/** Rows that were added, removed or changed, and rates that differ, each as one line of text. */
export function compareTables(before: CostTable, after: CostTable): string[] {
  const old = new Map(rowsOf(before).map((row) => [row.code, JSON.stringify(row.content)]));
  const now = new Map(rowsOf(after).map((row) => [row.code, JSON.stringify(row.content)]));
  const currencies = [...new Set([...Object.keys(before.rates), ...Object.keys(after.rates)])].sort();
  return [
    ...currencies
      .filter((currency) => before.rates[currency] !== after.rates[currency])
      .map((currency) => `rate ${currency}: ${before.rates[currency] ?? '–'} → ${after.rates[currency] ?? '–'}`),
    ...[...now].flatMap(([code, content]) => {
      const earlier = old.get(code);
      if (earlier === undefined) return [`+ ${code} ${content}`];
      return earlier === content ? [] : [`~ ${code}\n    ${earlier}\n    ${content}`];
    }),
    ...[...old].filter(([code]) => !now.has(code)).map(([code, content]) => `- ${code} ${content}`),
  ];
}
