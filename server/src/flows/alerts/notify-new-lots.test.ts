import type { Alert } from '@seri/contract/searches/routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aResult, type Row } from '../../testing/fixtures/feed.ts';
import { alertPortal, lotAlerts, newLotRow, newModel, TOMORROW } from '../../testing/fixtures/lot-alerts.ts';
import type { TestPortal } from '../../testing/http/portal.ts';

let portal: TestPortal;
const { sql, tell, somebody, forgetEarlier, searching, told, feed } = lotAlerts(() => portal);

beforeAll(async () => {
  portal = await alertPortal();
});
afterAll(() => portal.close());
beforeEach(forgetEarlier);

describe('a new lot', () => {
  // @covers LIST-40
  test('is sent to the owners of matching searches, and to nobody else', async () => {
    const [anna, boris, clara] = [await somebody(), await somebody(), await somebody()];
    const [model, other] = [newModel(), 'SOMETHING ELSE'];
    await searching(anna, { model });
    await searching(boris, { model: other });
    await searching(clara, { model, alert: 'off' });
    const lot = newLotRow(model);
    await feed(lot);
    expect([await told(anna), await told(boris), await told(clara)]).toEqual([[[lot.sourceId]], [], []]);
  });

  test('is sent once: not with the same file, a new price, another day or a result', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = newLotRow(model);
    await feed(lot);
    await feed(lot);
    await feed({ ...lot, updatedAt: '2026-11-20T01:00:00Z', startPrice: 350_000 });
    const dayAfter = new Date(Date.parse(TOMORROW) + 24 * 3_600_000).toISOString();
    await feed({ ...lot, updatedAt: '2026-11-20T02:00:00Z', auctionDate: dayAfter });
    await feed(aResult({ sourceId: lot.sourceId, status: 4535, soldPrice: null }));
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  // @covers LIST-40
  test('is sent once per search when the car is listed again; without a chassis number each lot is a car', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const [first, again] = [
      newLotRow(model, { chassis: 'ZVW50-1000777' }),
      newLotRow(model, { chassis: 'zvw50-1000777' }),
    ];
    const [code, sameCode] = [newLotRow(model, { chassis: 'ZVW50' }), newLotRow(model, { chassis: 'ZVW50' })];
    await feed(first);
    await feed(again);
    await feed(code);
    await feed(sameCode);
    expect(await told(anna)).toEqual([[first.sourceId], [code.sourceId], [sameCode.sourceId]]);
  });

  test.each(['WAUZ*************', 'WAUXXXXXXXXXX1234', 'ZVW50-12●●●●●', 'WAUZZZ8K9BA12', 'ZVW50-777'])(
    'is sent for each lot under %s, since that number identifies no vehicle',
    async (chassis) => {
      const anna = await somebody();
      const model = newModel();
      await searching(anna, { model });
      const lots = [newLotRow(model, { chassis }), newLotRow(model, { chassis }), newLotRow(model, { chassis })];
      await feed(...lots);
      expect(await told(anna)).toEqual([lots.map(({ sourceId }) => sourceId)]);
    },
  );

  test('two listings of a car in one file are one lot in the mail', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lots = [newLotRow(model, { chassis: 'ZVW50-1000778' }), newLotRow(model, { chassis: 'ZVW50-1000778' })];
    await feed(...lots);
    expect(await told(anna)).toEqual([[lots[0]?.sourceId]]);
  });

  test('listed before the search is not new, whatever changes; a lot that matches later is', async () => {
    const anna = await somebody();
    const model = newModel();
    const [old, bare] = [newLotRow(model), newLotRow(model, { condition: '' })];
    await feed(old);
    await searching(anna, { model, more: '&condition=4.5' });
    await feed({ ...old, updatedAt: '2026-11-20T01:00:00Z', mileage: 1 });
    await feed(bare);
    expect(await told(anna)).toEqual([]);
    await feed({ ...bare, updatedAt: '2026-11-20T01:00:00Z', condition: '4.5' });
    expect(await told(anna)).toEqual([[bare.sourceId]]);
  });

  test('listed while alerts were off is not sent when they are on again', async () => {
    const anna = await somebody();
    const model = newModel();
    const id = await searching(anna, { model });
    const set = (alert: Alert) => portal.ask(anna, 'POST', '/v1/user/update-search', { id, alert });
    const [unwanted, wanted] = [newLotRow(model), newLotRow(model)];
    await set('off');
    await feed(unwanted);
    await set('instant');
    await feed({ ...unwanted, updatedAt: '2026-11-20T01:00:00Z', mileage: 1 });
    await feed(wanted);
    expect(await told(anna)).toEqual([[wanted.sourceId]]);
  });

  test('is sent in one mail with all others of its import and all searches of the person', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    await searching(anna, { model, more: '&yearFrom=2010' });
    const lots = [newLotRow(model), newLotRow(model), newLotRow(model)];
    await feed(...lots);
    const ids = lots.flatMap(({ sourceId }) => [sourceId, sourceId]);
    expect(await told(anna)).toEqual([ids]);
  });
});

describe('the daily digest', () => {
  // @covers LIST-40
  test('collects the matches until its next time', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model, alert: 'daily' });
    const lots = [newLotRow(model), newLotRow(model)];
    await feed(lots[0] as Row);
    await feed(lots[1] as Row);
    expect(await told(anna)).toEqual([]);
    // A day later the sending time of a digest has certainly passed since the match.
    await sql(`update saved_searches set alert_since = alert_since - interval '1 day' where user_id = $1`, [anna.id]);
    await sql(
      `update search_matches m set matched_at = matched_at - interval '1 day' from saved_searches s
        where s.id = m.search_id and s.user_id = $1`,
      [anna.id],
    );
    await tell();
    await tell();
    expect(await told(anna)).toEqual([lots.map(({ sourceId }) => sourceId)]);
  });

  test.each([
    [-1, 1],
    [1, 0],
  ])("follows the company's time: found two minutes ago, due in %i minutes", async (minutes, mails) => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model, alert: 'daily' });
    await feed(newLotRow(model));
    await sql(`update saved_searches set alert_since = alert_since - interval '1 hour' where user_id = $1`, [anna.id]);
    await sql(
      `update search_matches m set matched_at = clock_timestamp() - interval '2 minutes' from saved_searches s
        where s.id = m.search_id and s.user_id = $1`,
      [anna.id],
    );
    await sql(
      `insert into company_settings (key, value)
       values ('alertDigestAt', to_jsonb(to_char(clock_timestamp() at time zone 'Asia/Tokyo' + make_interval(mins => $1), 'HH24:MI')))
       on conflict (key) do update set value = excluded.value`,
      [minutes],
    );
    await tell();
    await sql(`delete from company_settings where key = 'alertDigestAt'`);
    expect(await told(anna)).toHaveLength(mails);
  });
});
