import { DOOR_VERDICTS } from '@seri/contract/costs/verdicts.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrand } from '../platform/brand.ts';
import { readSettings } from '../platform/company-settings.ts';
import { alertPortal, lotAlerts, newLotRow, newModel } from '../testing/fixtures/lot-alerts.ts';
import type { TestPortal } from '../testing/http/portal.ts';
import { composeMail } from './compose-mail.ts';
import { findFinds } from './finds-queries.ts';

let portal: TestPortal;
const { sql, somebody, searching, feed } = lotAlerts(() => portal);
beforeAll(async () => {
  portal = await alertPortal();
});
afterAll(() => portal.close());

const UNKNOWN = 2_147_483_647;

/** The plain text of an alert with one lot that has these totals at the reader's door. */
async function alertOf(totals: { least: number; most: number; verdict: string } | null, hasDoor = true) {
  const anna = await somebody();
  const model = newModel();
  await searching(anna, { model });
  if (hasDoor) {
    await sql(`insert into client_doors values ($1, 'KEMBA', 'person', 'KES')`, [anna.id]);
    await sql(`insert into door_slots values (3, 'KEMBA', 'person', 110, 0, true, true) on conflict (slot) do nothing`);
  }
  const row = newLotRow(model, { startPrice: 300_000 });
  await feed(row);
  const [{ id }] = (await sql('select id from lots where source_id = $1', [row.sourceId])).rows;
  await sql('update lots set price_low_yen = 310000, average_price_yen = 400000 where id = $1', [id]);
  if (totals)
    await sql(
      `insert into lot_doors values ($1, array[1, 1, $2::integer], array[1, 1, $3::integer], array[0, 0, $4])`,
      [...[id, totals.least, totals.most], DOOR_VERDICTS.indexOf(totals.verdict as 'allowed')],
    );
  const [{ alertId }] = (
    await sql(`select (data ->> 'alertId')::bigint as "alertId" from mails where user_id = $1`, [anna.id])
  ).rows;
  const finds = await findFinds(portal.database.db, Number(alertId));
  const { db } = portal.database;
  const brand = await readBrand(db, await readSettings(db));
  const text = (language: number) =>
    composeMail({
      ...{ mail: { kind: 'new_lots', userId: anna.id, alertId }, createdAt: new Date(), fullName: 'Anna', language },
      ...{ brand, publicUrl: 'http://localhost', link: null, bid: null, finds },
    }).text.replaceAll('\u00a0', ' ');
  return { en: text(LANGUAGE.en), ru: text(LANGUAGE.ru) };
}

// @covers DOOR-04
test('an alert names the total at the door that its reader chose, and a start price below the range', async () => {
  const exact = await alertOf({ least: 1_240_000, most: 1_240_000, verdict: 'allowed' });
  expect(exact.en).toContain('start price below the usual range · at your door 1 240 000 ¥ · lot');
  expect(exact.ru).toContain('старт ниже обычных цен · под ключ 1 240 000 ¥ · лот');
  const range = await alertOf({ least: 1_240_000, most: 1_300_000, verdict: 'depends' });
  expect(range.en).toContain('at your door 1 240 000 ¥ – 1 300 000 ¥');
  const open = await alertOf({ least: 1_240_000, most: UNKNOWN, verdict: 'allowed' });
  expect([open.en, open.ru]).toEqual([
    expect.stringContaining('at your door from 1 240 000 ¥'),
    expect.stringContaining('под ключ от 1 240 000 ¥'),
  ]);
  const forbidden = await alertOf({ least: 1_240_000, most: 1_240_000, verdict: 'forbidden' });
  expect(forbidden.en).toContain('may not be imported at your destination');
  expect(forbidden.ru).toContain('ввоз по вашему направлению запрещён');
  expect(forbidden.en).not.toContain('1 240 000');
});

test('an alert names no total without a door or a known total', async () => {
  for (const { en, ru } of [
    await alertOf(null),
    await alertOf({ least: UNKNOWN, most: UNKNOWN, verdict: 'unknown' }),
    await alertOf({ least: 1_240_000, most: 1_240_000, verdict: 'allowed' }, false),
  ]) {
    expect(en).not.toContain('at your door');
    expect(ru).not.toContain('под ключ');
  }
});
