import type { Locator } from '@playwright/test';
import { LOT_STATES, type LotState, lotStateLabel } from '@seri/contract/lots/lot-state.ts';
import { type FixtureLot, panelOf, quietLot, type Sql } from '../fixtures/bidding.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { newPerson } from '../fixtures/people.ts';
import { readDemonstration } from '../fixtures/portal-facts.ts';

interface Story {
  state: LotState;
  status: number;
  /** Minutes until bidding closes and until the sale; negative in the past. */
  closesIn: number;
  startsIn: number;
}

const STORIES: Story[] = [
  { state: 'open', status: 4532, closesIn: 60, startsIn: 150 },
  { state: 'closed', status: 4532, closesIn: -30, startsIn: 60 },
  { state: 'running', status: 4531, closesIn: -91, startsIn: -1 },
  { state: 'resultDue', status: 4532, closesIn: -120, startsIn: -30 },
  { state: 'sold', status: 4533, closesIn: -120, startsIn: -30 },
  { state: 'soldByNegotiation', status: 4534, closesIn: -120, startsIn: -30 },
  { state: 'notSold', status: 4535, closesIn: -120, startsIn: -30 },
  { state: 'cancelled', status: 4536, closesIn: 60, startsIn: 150 },
  { state: 'removed', status: 4537, closesIn: 60, startsIn: 150 },
  { state: 'unsold', status: 4539, closesIn: -120, startsIn: -30 },
];

/** `npm run looks` runs the others too. */
const IN_NPM_TEST = ['open', 'running', 'sold'];

/** All labels that a screen has ever used for the state of a lot: those of the states, and the status codes of auction houses. */
const LABELS = [
  ...LOT_STATES.map((state) => lotStateLabel(state, false)),
  'Upcoming',
  'Ongoing',
  'Bidding closed',
  'Live',
];

/** The state labels in a part of a screen: each text node that is one of the labels, once. */
async function statesIn(part: Locator): Promise<string[]> {
  const texts = await part.evaluate((element) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.textContent?.trim() ?? '');
    return found;
  });
  return [...new Set(texts.filter((text) => LABELS.includes(text)))];
}

/** A separate lot in this state, still listed today in Japan at any time of day. */
async function lotIn(sql: Sql, { status, closesIn, startsIn }: Story): Promise<FixtureLot> {
  const lot = await quietLot(sql);
  await sql(
    `update lots set status = $2::smallint, auction_at = now() + $4 * interval '1 minute',
        bids_close_at = now() + $3 * interval '1 minute', agent_cutoff_at = now() + $4 * interval '1 minute',
        cancel_until = now() - interval '1 day', time_known = true,
        auction_day = (now() at time zone 'Asia/Tokyo')::date,
        -- Its page must not show earlier listings of the vehicle.
        chassis_number = ''
      where id = $1`,
    [lot.id, status, closesIn, startsIn],
  );
  return lot;
}

for (const story of STORIES) {
  const label = lotStateLabel(story.state, false);
  const tag = IN_NPM_TEST.includes(story.state) ? '' : ' @looks';
  test(`a lot that is "${label}" has exactly this label on list, phone, page, panel and in the bids${tag}`, async ({
    page,
    signIn,
    sql,
  }) => {
    const person = await newPerson(readDemonstration().databaseUrl);
    await signIn(page, person.email, person.password);
    const lot = await lotIn(sql, story);
    const list = `/car-auction?search=lotNo-${lot.lot_no}&open=${story.state === 'open' ? 1 : 0}`;

    await page.setViewportSize({ width: 1440, height: 900 });
    const row = page.getByRole('table').locator('tbody tr');
    // The lists have a change of a lot within a second, which a page can be faster than.
    await expect(async () => {
      await page.goto(list);
      await expect(row).toHaveCount(1, { timeout: 3_000 });
    }).toPass({ timeout: 20_000 });
    expect(await statesIn(row)).toEqual([label]);
    await expect(row.getByRole('button', { name: /^Bid:/ })).toHaveCount(story.state === 'open' ? 1 : 0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(list);
    const card = page.locator('main li').filter({ has: page.locator('a[data-lot]') });
    await expect(card).toHaveCount(1);
    // An open lot shows a countdown instead, which fits on a phone.
    expect(await statesIn(card)).toEqual(story.state === 'open' ? [] : [label]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/car-auction/${lot.id}`);
    const panel = panelOf(page);
    await expect(panel).toBeVisible();
    expect(await statesIn(page.getByRole('main'))).toEqual([label]);

    await sql(
      `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status) values ($1, $2, $2, 'auction', 300000, 1)`,
      [lot.id, person.userId],
    );
    await page.goto('/bids');
    const bid = page.getByRole('table').locator('tbody tr');
    await expect(bid).toHaveCount(1);
    expect(await statesIn(bid)).toEqual([label]);
  });
}
