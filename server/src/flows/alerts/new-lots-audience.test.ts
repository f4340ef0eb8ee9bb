import { ROLE, type Service } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFinds } from '../../mail/finds-queries.ts';
import { saveSettings } from '../../platform/db/installation.ts';
import { aResult, imported } from '../../testing/fixtures/feed.ts';
import { alertPortal, lotAlerts, newLotRow, newModel } from '../../testing/fixtures/lot-alerts.ts';
import type { TestPortal } from '../../testing/http/portal.ts';

let portal: TestPortal;
const { sql, somebody, forgetEarlier, searching, told, feed } = lotAlerts(() => portal);

beforeAll(async () => {
  portal = await alertPortal();
});
afterAll(() => portal.close());
beforeEach(forgetEarlier);

describe('new lots are sent only with access', () => {
  test('private lots go to staff and to named viewers', async () => {
    const [anna, boris, maria] = [await somebody(), await somebody(), await somebody({ roleId: ROLE.manager })];
    const model = newModel();
    for (const person of [anna, boris, maria]) await searching(person, { model });
    const lot = newLotRow(model, { viewers: [`C-${String(anna.id).padStart(4, '0')}`] });
    await feed(lot);
    expect([await told(anna), await told(boris), await told(maria)]).toEqual([[[lot.sourceId]], [], [[lot.sourceId]]]);
  });

  test('pages that are closed to a user send nothing, and neither do disabled accounts', async () => {
    const closed = await somebody({ permissions: { carAuctionsView: false } });
    const disabled = await somebody();
    const model = newModel();
    for (const person of [closed, disabled]) await searching(person, { model });
    await sql('update users set role_id = $2 where id = $1', [disabled.id, ROLE.disabled]);
    await feed(newLotRow(model));
    expect([await told(closed), await told(disabled)]).toEqual([[], []]);
  });

  test('pages that the company does not offer send nothing until they are offered', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const switchOff = (switchedOff: Service[]) => saveSettings(portal.database.db, { switchedOff });
    await switchOff(['carAuctionsView']);
    await feed(newLotRow(model));
    expect(await told(anna)).toEqual([]);
    await switchOff([]);
    const lot = newLotRow(model);
    await feed(lot);
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('each page sends its own lots: fixed prices, motorcycles, and sales once they are made', async () => {
    const anna = await somebody();
    const model = newModel();
    const car = newLotRow(model);
    const stock = newLotRow(model, { lotSource: 'stock' });
    const bike = newLotRow(model, { vehicle: 'bike' });
    const pages = ['car-auction', 'stock', 'bikes', 'stats', 'bike-stats'] as const;
    const searches: Record<string, number> = {};
    for (const page of pages) searches[page] = await searching(anna, { model, page });
    // Sold today, the day on which the alerts began.
    const soldAt = new Date(Date.now() - 60_000).toISOString();
    const sold = newLotRow(model, { auctionDate: soldAt, status: 4533, soldPrice: 500_000 });
    const soldBike = newLotRow(model, { vehicle: 'bike', auctionDate: soldAt, status: 4534, soldPrice: 90_000 });
    await feed(car, stock, bike, sold, soldBike);
    const { rows } = await sql(
      `select s.page_type, array_agg(l.source_id order by l.id) as lots from search_matches m
         join saved_searches s on s.id = m.search_id join lots l on l.id = m.lot_id
        where s.user_id = $1 group by 1`,
      [anna.id],
    );
    expect(Object.fromEntries(rows.map(({ page_type, lots }) => [page_type, lots]))).toMatchObject({
      stock: [stock.sourceId],
      stats: [sold.sourceId],
      'bike-stats': [soldBike.sourceId],
      'car-auction': expect.arrayContaining([car.sourceId]),
      bikes: expect.arrayContaining([bike.sourceId]),
    });
  });

  test('a lot that became unavailable or a search that was switched off is not sent', async () => {
    const anna = await somebody();
    const model = newModel();
    const id = await searching(anna, { model });
    const [sold, hidden, there] = [newLotRow(model), newLotRow(model), newLotRow(model)];
    await feed(sold, hidden, there);
    const { rows } = await sql(`select data ->> 'alertId' as id from mails where user_id = $1`, [anna.id]);
    const found = async () =>
      (await findFinds(portal.database.db, Number(rows[0].id))).map(({ total, lots }) => [
        total,
        lots.map((lot) => lot.lotNo),
      ]);
    expect(await found()).toEqual([[3, [sold.lotNo, hidden.lotNo, there.lotNo]]]);
    await imported(portal.database, [aResult({ sourceId: sold.sourceId })]);
    await sql('update lots set is_private = true where source_id = $1', [hidden.sourceId]);
    expect(await found()).toEqual([[1, [there.lotNo]]]);
    await portal.ask(anna, 'POST', '/v1/user/update-search', { id, alert: 'off' });
    expect(await found()).toEqual([]);
  });
});
