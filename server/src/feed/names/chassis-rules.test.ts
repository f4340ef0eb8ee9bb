import { chassisCodeOf, isVehicleIdentity, tidyChassis } from '@seri/contract/lots/chassis.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownDatabase } from '../../testing/processes/own-database.ts';

const database = ownDatabase();

const SAMPLES = [
  ...[
    'NHP10-7654321',
    'nhp10 ‐ 7654321',
    'DAA-NHP10',
    '6AA-MXPH10-0012345',
    'DBA-204048',
    'GRB-012345',
    'NHP10 7654321',
  ],
  ...[
    'WAUZ*************',
    'WAUZZZ8K9BA123456',
    'WAUXXXXXXXXXX1234',
    'WF0XXXGAJX4A12345',
    'NHP10-000000',
    'XXX10-1234567',
  ],
  ...['NHP10－＊＊＊4321', 'ＮＨＰ１０－７６５４３２１', 'NHP10ー7654321', '不明', '', '-', 'ABA-8PCAX', 'FD3S-A1234'],
];
const arbitraryNumber = fc.string({
  unit: fc.constantFrom(...'NHPDAX105', ...'-- ', '‐', '―', '－', 'ｰ', '*', '●', 'x', 'Ａ', '４'),
  maxLength: 20,
});

test('the database and the contract parse chassis numbers alike', async () => {
  const numbers = [...SAMPLES, ...fc.sample(arbitraryNumber, { numRuns: 3_000, seed: 1 })];
  const { rows } = await database.pool.query<{ tidy: string; code: string; is_identity: boolean }>(
    `select tidy, chassis_code_of(tidy) as code, is_vehicle_identity(tidy) as is_identity
       from unnest($1::text[]) with ordinality given(number, at), tidy_chassis(number) tidy order by at`,
    [numbers],
  );
  const expected = numbers.map((number) => {
    const tidy = tidyChassis(number);
    return { tidy, code: chassisCodeOf(tidy), is_identity: isVehicleIdentity(tidy) };
  });
  expect(rows).toEqual(expected);
  expect(expected.filter(({ is_identity }) => is_identity).length).toBeGreaterThan(5);
});
