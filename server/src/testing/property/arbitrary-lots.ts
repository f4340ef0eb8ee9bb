import fc from 'fast-check';
import type { Row } from '../fixtures/feed.ts';

type Text = (most: number) => fc.Arbitrary<string>;

/** Lengths up to the feed's limit, and beyond. */
const plain: Text = (most) =>
  fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '-', '良', '{', ',', 'N'), maxLength: most + 1 });
/** With characters that need escaping. */
const any: Text = (most) =>
  fc.oneof(plain(most), fc.string({ unit: fc.constantFrom('a', '"', '\\', '\t', '\n', '\r', '🚗'), maxLength: 8 }));
const number = (least: number, most: number) => fc.integer({ min: least - 1, max: most + 1 });
const orNull = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: null });
const instantUntil = (max: string) =>
  fc
    .tuple(
      fc.date({ min: new Date('1948-01-01'), max: new Date(max), noInvalidDate: true }),
      fc.constantFrom('', '.5', '.25', '.123', '.123456'),
      fc.constantFrom('Z', '+09:00', '-11:30', '+14:00', '+23:00'),
    )
    .map(([date, fraction, zone]) => date.toISOString().slice(0, 19) + fraction + zone);
const instant = instantUntil('2152-01-01');
/** A row with a stamp in the future is refused. */
const pastInstant = instantUntil('2026-01-01');
const day = fc.oneof(
  instant.map((text) => text.slice(0, 10)),
  fc.constantFrom('2026-02-30', '2026-13-01', '26-1-1'),
);

/** Nearly always a valid address. */
const addressOf = (text: Text) =>
  text(30).map((path) => (path === 'a' ? '//a' : `https://house.example/${path.replaceAll(/[\s\\]/g, '_')}`));
/** Nearly always a valid photo of a lot. */
const picture = fc.oneof(
  {
    arbitrary: fc.constantFrom('/p/a', '/p/2026-11-24/uss-tokyo-4021-1.jpg', '/p/B_7/x.y', '/p/sedan-red-3-side'),
    weight: 30,
  },
  {
    arbitrary: fc.constantFrom('/p/', '/p/../a', '/v1/auth/reset-password', 'https://a.example/1.jpg', '/p/a?w=1'),
    weight: 1,
  },
);

const lotOf = (text: Text): fc.Arbitrary<Row> =>
  fc.record<Row>(
    {
      kind: fc.constant('lot'),
      source: text(3),
      sourceId: text(120),
      updatedAt: fc.oneof({ weight: 8, arbitrary: pastInstant }, { weight: 1, arbitrary: instant }),
      vehicle: fc.constantFrom('car', 'bike'),
      lotSource: fc.constantFrom('auction', 'stock'),
      house: text(20),
      auctionDate: fc.oneof(instant, day),
      lotNo: number(1, 9_999_999),
      maker: text(100),
      model: text(20),
      grade: text(200),
      year: orNull(number(1900, 2100)),
      month: orNull(number(1, 12)),
      engine: orNull(number(0, 99_999)),
      gearbox: text(20),
      drive: orNull(text(20)),
      color: text(60),
      mileage: orNull(number(0, 9_999_999)),
      condition: text(10),
      equip: text(300),
      chassis: text(40),
      horsePower: orNull(number(0, 5_000)),
      typeCode: fc.constantFrom('3BA-AGH40W', 'E-BNR32', 'ZVW60', null, '3BA AGH40W'),
      fuel: fc.constantFrom('petrol', 'electric', null, 'steam'),
      steering: fc.constantFrom('right', 'left', null),
      seats: orNull(number(1, 100)),
      firstRegistrationYear: orNull(number(1900, 2100)),
      firstRegistrationMonth: orNull(number(1, 12)),
      startPrice: orNull(number(0, 999_999_999)),
      images: fc.array(picture, { maxLength: 4 }),
      info: text(40),
      status: number(4531, 4539),
      soldPrice: orNull(number(0, 999_999_999)),
      averagePrice: orNull(number(0, 999_999_999)),
      sheet: fc.record(
        {
          interiorGrade: text(1),
          damages: fc.array(fc.record({ code: text(2), panel: text(5) }), { maxLength: 2 }),
          remarksJa: fc.array(text(5), { maxLength: 2 }),
          seed: fc.integer(),
        },
        { requiredKeys: ['damages', 'remarksJa', 'seed'] },
      ),
      inspection: fc.record({
        zones: fc.array(
          fc.record({
            zone: fc.constantFrom('engine', 'front'),
            rating: text(10),
            notes: fc.array(fc.record({ part: text(9), finding: text(9) }), { maxLength: 1 }),
            images: fc.array(picture, { maxLength: 1 }),
          }),
          { maxLength: 2 },
        ),
        remarks: fc.array(text(9), { maxLength: 2 }),
      }),
      videos: fc.array(addressOf(text), { maxLength: 2 }),
      mileageNote: text(100),
      mileageMark: fc.constantFrom('changed', 'rolledBack', 'unknown', null, 'odd'),
      link: orNull(addressOf(text)),
      viewers: orNull(fc.array(fc.constantFrom('C-0017', 'C-123456', 'C-1'), { maxLength: 2 })),
      demo: fc.boolean(),
    },
    {
      requiredKeys: [
        ...[
          'kind',
          'source',
          'sourceId',
          'updatedAt',
          'vehicle',
          'lotSource',
          'house',
          'auctionDate',
          'lotNo',
          'maker',
        ],
        ...['model', 'grade', 'year', 'month', 'engine', 'gearbox', 'drive', 'color', 'mileage', 'condition', 'equip'],
        ...['chassis', 'horsePower', 'startPrice', 'images', 'info'],
      ],
    },
  );

/** Lots with all fields of the feed; some values are slightly outside its limits. */
export const arbitraryLot = lotOf(any);
