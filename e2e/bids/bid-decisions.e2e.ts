import type { Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { bidRows, newManager } from '../fixtures/manager-bids.ts';
import { bidAllNight } from '../fixtures/morning.ts';
import { newPerson } from '../fixtures/people.ts';
import { readStage } from '../fixtures/stage-facts.ts';

/** New bids of one client of this manager on today's auctions, all with their cut-off in the next minutes. */
async function todaysQueue(sql: Sql, bids: number) {
  const manager = await newManager(sql);
  const { userId } = await newPerson(readStage().databaseUrl, { fullName: 'Early Bird' });
  await sql('update users set manager_id = $2 where id = $1', [userId, manager.userId]);
  await bidAllNight(sql, userId, bids);
  await sql(
    `update lots set lot_no = 6000000 + id, auction_day = (now() at time zone 'Asia/Tokyo')::date, auction_at = day_end, bids_close_at = cutoff,
       agent_cutoff_at = cutoff, cancel_until = cutoff
     from (select date_trunc('day', now() at time zone 'Asia/Tokyo') + interval '1 day - 1 second' as local_end) ends,
       lateral (select local_end at time zone 'Asia/Tokyo' as day_end) d,
       lateral (select day_end - interval '1 second' as cutoff) c
     where id in (select lot_id from bids where user_id = $1)`,
    [userId],
  );
  return { manager, userId };
}

const statusesOf = async (sql: Sql, userId: number) =>
  (await sql<{ status: number }>('select status from bids where user_id = $1 order by id', [userId])).map(
    ({ status }) => status,
  );
const countOf = async (sql: Sql, userId: number, status: number) =>
  (await statusesOf(sql, userId)).filter((one) => one === status).length;

const DECISIONS = 17;

for (const keys of [
  ['2', 'Enter'],
  ['j', '2', 'Enter'],
]) {
  // @covers MGMT-36
  test(`in a queue of today's bids the keys ${keys.join(' ')} decide a different bid each time, asked in the row`, async ({
    page,
    signIn,
    sql,
  }) => {
    const { manager, userId } = await todaysQueue(sql, DECISIONS);
    await signIn(page, manager.email, manager.password);
    await page.goto('/bid-manager?mine=1');
    await expect(bidRows(page)).toHaveCount(DECISIONS);
    const part = page.locator('[data-part]').first();
    await expect(part).toContainText(`${DECISIONS} undecided of ${DECISIONS}`);
    if (keys[0] !== 'j') await page.keyboard.press('j');
    for (let made = 0; made < DECISIONS; made++) {
      for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
      await expect(page.getByRole('group', { name: /New → Bid$/ })).toHaveCount(1);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: /New → Bid$/ })).toHaveCount(0);
    }
    await expect.poll(() => countOf(sql, userId, 2)).toBe(DECISIONS);
  });
}
