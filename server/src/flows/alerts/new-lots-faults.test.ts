import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imported } from '../../testing/fixtures/feed.ts';
import { alertPortal, lotAlerts, newLotRow, newModel } from '../../testing/fixtures/lot-alerts.ts';
import type { TestPortal } from '../../testing/http/portal.ts';

let portal: TestPortal;
const { sql, tell, somebody, forgetEarlier, searching, told, feed } = lotAlerts(() => portal);

beforeAll(async () => {
  portal = await alertPortal();
});
afterAll(() => portal.close());
beforeEach(forgetEarlier);

describe('nothing is lost or sent twice', () => {
  const waiting = async () => Number((await sql('select count(*) from lots_to_match')).rows[0].count);

  // @covers LIST-40
  test('when the worker crashes between the import, the matches and the mails', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = newLotRow(model);
    await imported(portal.database, [lot]);
    expect(await waiting()).toBe(1);
    // A failing trigger simulates the crash: it rolls the transaction back.
    const dying = async (table: string) => {
      await sql(`create function die() returns trigger language plpgsql as $$ begin raise 'dead'; end $$`);
      await sql(`create trigger dies before insert on ${table} for each row execute function die()`);
      await expect(tell()).rejects.toThrow('dead');
      await sql(`drop trigger dies on ${table}`);
      await sql('drop function die');
    };
    await dying('search_matches');
    expect(await waiting()).toBe(1);
    await dying('mails');
    expect([await waiting(), await told(anna)]).toEqual([0, []]);
    await tell();
    await tell();
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('when several workers run', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => somebody()));
    const model = newModel();
    for (const person of people) await searching(person, { model });
    const lots = Array.from({ length: 20 }, () => newLotRow(model));
    await imported(portal.database, lots);
    await Promise.all(Array.from({ length: 6 }, tell));
    await tell();
    for (const person of people)
      expect((await told(person)).flat().sort()).toEqual(lots.map(({ sourceId }) => sourceId).sort());
  });

  test('when an import is running or was interrupted', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    const lot = newLotRow(model);
    await imported(portal.database, [lot]);
    await sql('update feed_imports set finished_at = null where id = (select max(id) from feed_imports)');
    await sql('update lots_to_match set import_id = (select max(id) from feed_imports)');
    await tell();
    expect(await told(anna)).toEqual([]);
    await sql(`update lots_to_match set noted_at = noted_at - interval '11 minutes'`);
    await tell();
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });

  test('when a trial run of the feed is rolled back', async () => {
    const anna = await somebody();
    const model = newModel();
    await searching(anna, { model });
    await imported(portal.database, [newLotRow(model)], { dryRun: true });
    await tell();
    expect([await waiting(), await told(anna)]).toEqual([0, []]);
  });

  test('when a search is invalid, the others continue', async () => {
    const anna = await somebody();
    const model = newModel();
    const broken = await searching(anna, { model });
    await searching(anna, { model });
    await sql(`update saved_searches set params = 'colour=RED' where id = $1`, [broken]);
    const lot = newLotRow(model);
    await feed(lot);
    expect(await told(anna)).toEqual([[lot.sourceId]]);
  });
});
