import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseMapping, UnreadableFeed } from './mapping.ts';
import { type ReadRow, readRows } from './read-rows.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const AT = new Date('2026-11-22T03:00:00Z');
const shipped = (name: string) =>
  parseMapping(readFileSync(join(ROOT, 'docs', 'feed-mappings', `${name}.json`), 'utf8'), name);

async function read(content: string | Buffer, name: string | object, chunk = 7): Promise<ReadRow[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  );
  const mapping = typeof name === 'string' ? shipped(name) : parseMapping(JSON.stringify(name), 'given');
  const rows: ReadRow[] = [];
  for await (const row of readRows(Readable.from(chunks), { mapping, fileAt: AT })) rows.push(row);
  return rows;
}

const rowsOf = (given: ReadRow[]) => given.map((one) => ('row' in one ? one.row : `${one.line}: ${one.refused}`));

/** The minimum of a lot. */
const small = (fields: object = {}, more: object = {}) => ({
  kind: 'lot',
  ...more,
  fields: {
    source: { value: 'small' },
    sourceId: { column: 'id' },
    updatedAt: { fileTime: true },
    vehicle: { value: 'car' },
    lotSource: { value: 'stock' },
    house: { value: 'Yard' },
    auctionDate: { value: '2026-11-24' },
    lotNo: { value: 1 },
    maker: { column: 'maker' },
    model: { value: 'X' },
    ...fields,
  },
});

describe('the included mappings', () => {
  // @covers OPS-02
  test('read listings of dealers as published', async () => {
    const content = readFileSync(join(import.meta.dirname, 'samples', 'carsensor.csv'));
    const given = await read(content, 'carsensor', 1_000);
    expect(given).toHaveLength(50);
    expect(rowsOf(given)[0]).toMatchObject({
      kind: 'lot',
      source: 'carsensor',
      sourceId: 'AU7074473484',
      updatedAt: '2026-06-21T00:00:00+09:00',
      auctionDate: '2026-06-21',
      maker: 'NISSAN',
      model: 'LEAF',
      year: 2019,
      mileage: 15_000,
      engine: null,
      startPrice: 1_120_000,
    });
    // One listing has no maker; none is invented.
    const refused = rowsOf(given).filter((row) => typeof row === 'string');
    expect(refused).toEqual([expect.stringMatching(/^\d+: maker: missing$/)]);
  });

  test('read the list of an auction in Shift_JIS, with years of the era, thousands of km and ten thousands of yen', async () => {
    // 「USS東京」「パール」 and the headings in an auction house's own encoding.
    const given = await read(shiftJisList(), 'auction-list');
    expect(rowsOf(given)).toEqual([
      expect.objectContaining({
        sourceId: 'USS東京 2026/11/24 4021',
        house: 'USS Tokyo',
        auctionDate: '2026-11-24T10:30:00+09:00',
        updatedAt: AT.toISOString(),
        lotNo: 4_021,
        maker: 'TOYOTA',
        model: 'プリウス',
        year: 2018,
        mileage: 61_000,
        color: 'PEARL',
        status: 4_532,
        startPrice: 305_000,
        images: ['/p/1.jpg', '/p/2.jpg'],
      }),
    ]);
  });

  test('read a list in pounds, miles and liters; equal rows have the same key', async () => {
    const header = 'maker,model,year,price_gbp,transmission,mileage_miles,fuel_type,tax_gbp,mpg,engine_size_l';
    const lines = [
      'Audi,A1,2017,12500,Manual,15735,Petrol,150,55.4,1.4',
      'Ford,Focus,2016,9999,Semi-Auto,1,Diesel,0,60,0',
    ];
    const [first, second, again] = rowsOf(await read([header, ...lines, lines[0]].join('\r\n'), 'uk-used-cars'));
    expect(first).toMatchObject({
      ...{ maker: 'AUDI', model: 'A1', gearbox: 'MT', startPrice: 2_440_000, mileage: 25_323, engine: 1_400 },
    });
    expect(second).toMatchObject({ gearbox: 'SAT', engine: null, mileage: 2 });
    expect(again).toEqual(first);
    expect(second).not.toMatchObject({ sourceId: (first as { sourceId: string }).sourceId });
  });
});

describe('a table', () => {
  // @covers OPS-02
  test('may quote cells, also over lines, and an unclosed quotation mark affects only its own row', async () => {
    const content = ['id,maker', '1,"A, ""B"""', '2,"over', 'lines"', '3,"open', '4,D', '5,E', ''].join('\n');
    expect(rowsOf(await read(content, small({ model: { column: 'maker' } }))).map(short)).toEqual([
      'A, "B"',
      'over\nlines',
      '5: a quotation mark is not closed',
      'D',
      'E',
    ]);
  });

  test('may begin with a byte order mark, have Windows line ends, and omit empty cells at the end', async () => {
    expect(
      rowsOf(await read('\ufeffid;maker\r\n1;A\r\n2;B;;\r\n\r\n3;C;x\r\n4\r\n', small({}, { delimiter: ';' }))).map(
        short,
      ),
    ).toEqual(['A', 'B', '5: 3 cells instead of 2', '6: 1 cells instead of 2']);
  });

  const PHOTOS = { images: { column: 'maker', split: '|' } };
  const SHEET = { sheetImage: { image: 's.jpg' } };
  const CELLS: [string, object, string, unknown][] = [
    [
      'a day, the month before the year',
      { auctionDate: { column: 'maker', order: 'dmy' } },
      '24.11.2026',
      '2026-11-24',
    ],
    ['a Japanese day', { auctionDate: { column: 'maker' } }, '２０２６年１１月２４日', '2026-11-24'],
    ['a day with a time', { auctionDate: { column: 'maker' } }, '2026/11/24 9:05', '2026-11-24T09:05:00+09:00'],
    ['an instant', { auctionDate: { column: 'maker' } }, '2026-11-24T09:05:00Z', '2026-11-24T09:05:00Z'],
    ['a year of the era', { year: { column: 'maker' } }, 'R元年', 2019],
    ['a month as a year', { year: { column: 'maker' } }, '2019/05', 2019],
    ['thousands with commas', { startPrice: { column: 'maker' } }, '"1,250,000円"', 1_250_000],
    ['a price with its sign', { startPrice: { column: 'maker' } }, '"¥1,250,000"', 1_250_000],
    ['no number', { mileage: { column: 'maker' } }, 'soon', /mileage: "soon" is no number/],
    ['a day that is none', { auctionDate: { column: 'maker' } }, 'tomorrow', /"tomorrow" is no day/],
    ['a day that does not exist', { auctionDate: { column: 'maker' } }, '2026-02-31', /no such time/],
    ['a code', { gearbox: { column: 'maker', codes: 'c' } }, 'a', 'AT'],
    ['a code nobody knows', { gearbox: { column: 'maker', codes: 'c' } }, '7F', '7F'],
    ['a code nobody knows, with a word for it', { gearbox: { column: 'maker', codes: 'c', otherwise: '?' } }, 'z', '?'],
    ['what stands for nothing', { year: { column: 'maker', empty: ['-'] } }, '-', null],
    ['a list', { images: { column: 'maker', split: '|' } }, '/p/a.jpg| /p/b.jpg', ['/p/a.jpg', '/p/b.jpg']],
    ['the sheet among the images', { sheetImage: { image: '*-s.jpg' }, ...PHOTOS }, 'a-s.jpg|a-odo.jpg', 'a-s.jpg'],
    [
      'the odometer among the images',
      { odometerImage: { image: '*-odo*' }, ...PHOTOS },
      'a.jpg|a-odo.jpg',
      'a-odo.jpg',
    ],
    [
      'the last image beside the sheet',
      { odometerImage: { image: 'last' }, ...PHOTOS, ...SHEET },
      'a.jpg|s.jpg',
      'a.jpg',
    ],
    ['no odometer among the images', { odometerImage: { image: '*-odo*' }, ...PHOTOS }, 'a.jpg', null],
    ['a number that is hashed', { lotNo: { column: 'id', hash: true } }, 'x', 5_558_744],
  ];
  test.each(CELLS)('%s', async (_name, fields, cell, expected) => {
    const [row] = rowsOf(
      await read(`id,maker\n1,${cell}\n`, small({ maker: { value: 'M' }, ...fields }, { codes: { c: { a: 'AT' } } })),
    );
    if (expected instanceof RegExp) expect(row).toMatch(expected);
    else expect(row).toMatchObject({ [Object.keys(fields)[0] as string]: expected });
  });

  test('without a mapped column is not read at all', async () => {
    await expect(read('id,brand\n1,A\n', small())).rejects.toThrow(
      new UnreadableFeed('The file has no column "maker"; it has "id", "brand": is it the right mapping?'),
    );
  });

  test.each([
    ['is no JSON', '{', /is not JSON/],
    ['lacks a field', JSON.stringify({ kind: 'lot', fields: {} }), /fields\.source/],
    ['has a field too many', JSON.stringify({ ...small(), colums: 1 }), /does not fit/],
    [
      'names codes it lacks',
      JSON.stringify(small({ color: { column: 'x', codes: 'c' } })),
      /codes it does not have: c/,
    ],
    ['has a unit nobody knows', JSON.stringify(small({ mileage: { column: 'x', unit: 'ri' } })), /unknown unit ri/],
  ])('is refused with its mapping when that %s', (_name, content, message) => {
    expect(() => parseMapping(content, 'm')).toThrow(message);
  });
});

const short = (row: ReturnType<typeof rowsOf>[number]) =>
  typeof row === 'string' ? row : 'maker' in row ? row.maker : row.kind;

/** A short list in Shift_JIS. Node can only decode that encoding, so the bytes are found by decoding all of them. */
function shiftJisList(): Buffer {
  const decoder = new TextDecoder('shift_jis');
  const bytesOf = new Map<string, number[]>();
  for (let high = 0x81; high < 0xa0; high++)
    for (let low = 0x40; low < 0xfd; low++) bytesOf.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  const columns =
    '会場,開催日,開始時刻,出品番号,メーカー,車名,グレード,年式,排気量,シフト,色,走行,評価点,装備,車台番号,結果,スタート価格,落札価格,写真,備考';
  const line =
    'USS東京,2026/11/24,10:30,4021,トヨタ,プリウス,S,H30,1800,at,パール,61,4.5,AC,ZVW50-1,出品中,30.5,-,/p/1.jpg /p/2.jpg,';
  const encoded = [...`${columns}\n${line}\n`].flatMap(
    (character) => bytesOf.get(character) ?? [character.charCodeAt(0)],
  );
  return Buffer.from(encoded);
}
