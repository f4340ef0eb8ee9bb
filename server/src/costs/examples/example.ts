/** One vehicle, the figures of every step to its total, and the verdict. Facts that are not named have a usual value. */
export interface Example {
  name: string;
  auctionDay: string;
  vehicle: {
    hammerYen: number;
    port?: string;
    typeCode?: string;
    fuel?: 'petrol' | 'electric';
    hybrid?: string;
    engineCc?: number;
    powerPs?: number;
    power30MinutePs?: number;
    co2GPerKm?: number;
    steering?: string;
    /** `YYYY-MM`. */
    registered?: string;
    built?: string;
    /** Length, width and height in millimeters. */
    dimensions?: number[];
    referenceValue?: number;
  };
  steps: {
    arrival: string;
    ageMonths?: number;
    builtMonths?: number;
    fob?: number;
    cif: number;
    freight?: number;
    insurance?: number;
    /** The value for customs. */
    value?: number;
    duty?: number;
    excise?: number;
    tax?: number;
    clearance?: number;
    recycling?: number;
    levy?: number;
    portFees?: number;
  };
  total: number;
  /** The dearest case; null without a known limit. */
  most: number | null;
  verdict: string;
}

/**
 * Reads examples from a table with one line for each and `|` between its cells: facts, an equals sign, the figure of each
 * step, the total, the dearest case (`open`: without a known limit) and the verdict. An empty cell is absent.
 */
export function readExamples(table: string): Example[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const equals = head.indexOf('=');
  return rows.map((cells) => {
    const part = (from: number, to: number) =>
      Object.fromEntries(
        head
          .map((name, place) => [name, cells[place] ?? '', place] as const)
          .filter(([, cell, place]) => place >= from && place < to && cell !== '')
          .map(([name, cell]) => [name, readCell(name, cell)]),
      );
    const [total, most, verdict] = cells.slice(-3) as [string, string, string];
    return {
      name: cells[0] ?? '',
      auctionDay: cells[1] ?? '',
      vehicle: part(2, equals) as unknown as Example['vehicle'],
      steps: part(equals + 1, head.length - 3) as unknown as Example['steps'],
      ...{ total: Number(total), most: most === 'open' ? null : Number(most), verdict },
    };
  });
}

function readCell(name: string, cell: string): number | string | number[] {
  if (name === 'dimensions') return cell.split('x').map(Number);
  return /^\d+$/.test(cell) ? Number(cell) : cell;
}
