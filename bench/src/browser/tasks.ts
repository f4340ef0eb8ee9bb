import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { Pool } from 'pg';
import { bidAllNight } from '../../../e2e/fixtures/morning.ts';
import { databaseAt, newPerson, type Person } from '../../../e2e/fixtures/people.ts';
import { updateDoorTotals } from '../../../server/src/costs/totals/update-door-totals.ts';
import { openBrowser, openPortal } from './open-portal.ts';

/** The budget that the client types, in their currency, and their bid. */
const BUDGET = '20000';
const BID_YEN = 400_000;
const DECISIONS = 20;

/** Effort of a person in a task, as the browser itself counts it: only trusted events count. */
interface Effort {
  clicks: number;
  keys: number;
  seconds: number;
}

interface Task extends Effort {
  name: string;
  goal: string;
  isMet: boolean;
}

const COUNT = `
  for (const [type, place] of [['pointerdown', 'clicks'], ['keydown', 'keys']])
    addEventListener(type, (event) => event.isTrusted && globalThis.countEffort(place), { capture: true });
`;

/** Counts clicks and keys of all pages of a context. */
async function effortOf(context: BrowserContext) {
  const sum = { clicks: 0, keys: 0 };
  await context.exposeBinding('countEffort', (_source, place: keyof typeof sum) => {
    sum[place] += 1;
  });
  await context.addInitScript(COUNT);
  return async (work: () => Promise<void>): Promise<Effort> => {
    sum.clicks = 0;
    sum.keys = 0;
    const startMs = performance.now();
    await work();
    return { ...sum, seconds: (performance.now() - startMs) / 1000 };
  };
}

type Sql = <Row extends object = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Five tasks, done by mouse and keyboard in the demonstration: a new client finds a car within a total budget, judges it,
 * bids and follows the result; a manager decides 20 bids. Prints the effort beside its goal and fails where one is missed.
 */
export async function tasks(): Promise<void> {
  const portal = await openPortal();
  const pool = new Pool({ connectionString: portal.databaseUrl, max: 1 });
  const sql: Sql = async (text, values) => (await pool.query(text, values)).rows;
  const browser = await openBrowser();
  try {
    // The job of a worker, which this portal runs without.
    await updateDoorTotals(databaseAt(portal.databaseUrl), AbortSignal.timeout(180_000));
    // Without earlier bids, so that no choice of an earlier one helps.
    const client = await newPerson(portal.databaseUrl);
    await sql('update bid_clients set credit_limit_yen = 5000000 where user_id = $1', [client.userId]);
    const done = [
      ...(await clientTasks(await logIn(browser, portal.base, client), client, sql)),
      await decideBids(
        await logIn(browser, portal.base, await newManager(sql, portal.databaseUrl)),
        portal.databaseUrl,
        sql,
      ),
    ];
    process.stdout.write(
      '\n| task | clicks | keys | seconds | goal | met |\n| --- | --- | --- | --- | --- | --- |\n' +
        done
          .map(
            ({ name, clicks, keys, seconds, goal, isMet }) =>
              `| ${name} | ${clicks} | ${keys} | ${seconds.toFixed(1)} | ${goal} | ${isMet ? 'yes' : 'no'} |\n`,
          )
          .join(''),
    );
    if (done.some(({ isMet }) => !isMet)) process.exitCode = 1;
  } finally {
    await browser.close();
    await pool.end();
    await databaseAt(portal.databaseUrl).close();
    await portal.end();
  }
}

/** A context whose page draws frames even if its window is covered. */
async function logIn(
  browser: Browser,
  baseURL: string,
  { email, password }: { email: string; password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.request.post('/v1/auth/login', { data: { email, password } });
  return context;
}

async function clientTasks(context: BrowserContext, { userId }: Person, sql: Sql): Promise<Task[]> {
  const measured = await effortOf(context);
  // A place whose totals are known: a filter by budget leaves out lots whose total may be any amount.
  await sql(
    `insert into client_doors (user_id, destination, buyer, currency)
     values ($1, 'NZAKL', 'person', 'NZD')
     on conflict (user_id) do update set destination = 'NZAKL', buyer = 'person', currency = 'NZD'`,
    [userId],
  );
  await hasTotals(context);
  const page = await context.newPage();
  await page.goto('/car-auction');
  await page.getByRole('textbox', { name: /^At my door up to/ }).waitFor();
  const clicksAtMost = (name: string, most: number, effort: Effort): Task => ({
    ...{ name, ...effort, goal: `${most} clicks`, isMet: effort.clicks <= most },
  });

  // A day whose lots take bids until the end of the run, as a button names it: 28 Nov.
  const [day] = await sql(
    `select to_char(auction_day, 'FMDD Mon') as day from lots
      where vehicle = 'car' and lot_source = 'auction' and auction_day - (now() at time zone 'Asia/Tokyo')::date between 2 and 4
      group by auction_day order by count(*) desc limit 1`,
  );
  const links = page.locator('main a[href^="/car-auction/"]');
  const find = await measured(async () => {
    await page
      .getByRole('group', { name: 'Auction day, Japan time' })
      .getByRole('button', { name: String(day?.day) })
      .click();
    await page.waitForURL(/date=/);
    await page.getByRole('textbox', { name: /^At my door up to/ }).click();
    const answered = page.waitForResponse((reply) => /listing\?.*doorTo=/.test(reply.url()) && reply.ok());
    await page.keyboard.type(BUDGET);
    await page.waitForURL(/doorTo=/);
    await answered;
    await links.first().waitFor();
  });

  // A lot opens in a tab of its own.
  const opened = context.waitForEvent('page');
  const judge = await measured(async () => {
    await links.first().click();
    // Car, likely price, total and verdict at the door, the field for the amount and the button that bids.
    await allInView(await opened, [
      ...['main h2', '#lot-price + *', '[data-door-glance]', '[aria-label="Bid on this lot"] input'],
      '[aria-label="Bid on this lot"] button[type="submit"]',
    ]);
  });

  const tab = await opened;
  const panel = tab.getByRole('region', { name: 'Bid on this lot' });
  const bid = await measured(async () => {
    await panel.getByRole('textbox').first().click();
    await tab.keyboard.type(String(BID_YEN));
    await panel.getByRole('button', { name: /FOB/ }).click();
    await panel.getByRole('button', { name: 'Place bid' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByRole('checkbox').click();
    await dialog.getByRole('button', { name: /^Confirm/ }).click();
    await dialog.getByText('Bid received – under review').waitFor();
  });

  const lotId = /\/car-auction\/(\d+)/.exec(tab.url())?.[1];
  await page.goto('/car-auction');
  await links.first().waitFor();
  await sql(
    `with sold as (update lots set status = $2, sold_price_yen = $3 where id = $1 returning id)
     update bids set status = $4, sold_price_yen = $3 from sold where lot_id = sold.id and status in (1, 2)`,
    [lotId, LOT_STATUS.sold, BID_YEN + 25_000, BID_STATUS.finished],
  );
  const [lot] = await sql('select lot_no from lots where id = $1', [lotId]);
  const follow = await measured(async () => {
    await page.getByRole('link', { name: /^My Bids/ }).click();
    await page.getByText(/Outbid by 25\s000/).waitFor();
    await page.getByText(String(lot?.lot_no)).first().waitFor();
  });
  return [
    clicksAtMost('find a car within a total budget', 5, find),
    clicksAtMost('judge it', 1, judge),
    clicksAtMost('bid', 5, bid),
    clicksAtMost('follow the result', 1, follow),
  ];
}

/** A manager who starts with the bids of all days. */
async function newManager(sql: Sql, databaseUrl: string): Promise<Person> {
  const manager = await newPerson(databaseUrl, { role: 'manager' });
  await sql(`update users set permissions = permissions || '{"bidsTodayDefault":false}' where id = $1`, [
    manager.userId,
  ]);
  return manager;
}

async function decideBids(context: BrowserContext, databaseUrl: string, sql: Sql): Promise<Task> {
  const { userId } = await newPerson(databaseUrl, { fullName: 'Morning Mist' });
  await bidAllNight(sql, userId, DECISIONS);
  const measured = await effortOf(context);
  const page = await context.newPage();
  await page.goto(`/bid-manager?bidStatus=1&user=${userId}`);
  await page
    .locator('[data-bid]')
    .nth(DECISIONS - 1)
    .waitFor();
  const effort = await measured(async () => {
    for (let made = 0; made < DECISIONS; made++) {
      await page.keyboard.press('2');
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByText('Nothing left to decide').first().waitFor();
  });
  await areDecided(sql, userId);
  return {
    ...{ name: `decide ${DECISIONS} bids`, ...effort, goal: '2 keys per bid' },
    isMet: effort.clicks === 0 && effort.keys <= 2 * DECISIONS,
  };
}

/** Waits until the decisions, which the screen shows at once, are stored. */
async function areDecided(sql: Sql, userId: number): Promise<void> {
  for (let waits = 0; waits < 20; waits++) {
    const [undecided] = await sql('select from bids where user_id = $1 and status <> $2', [userId, BID_STATUS.bid]);
    if (!undecided) return;
    await setTimeout(500);
  }
  throw new Error('a decision is not stored');
}

/** Waits until lists know the totals at the door. */
async function hasTotals(context: BrowserContext): Promise<void> {
  for (let waits = 0; waits < 240; waits++) {
    const reply = await context.request.get('/v1/car-auction/listing?doorTo=1800000');
    const { pageInfo } = (await reply.json()) as { pageInfo?: { totalSearchResults: number } };
    if (pageInfo && pageInfo.totalSearchResults > 0) return;
    await setTimeout(500);
  }
  throw new Error('no totals at the door');
}

/** Waits until each of these parts is on the screen as a whole, without scrolling. */
async function allInView(page: Page, selectors: readonly string[]): Promise<void> {
  const heightPx = Number(await page.evaluate('innerHeight'));
  for (const selector of selectors) {
    const part = page.locator(selector).first();
    await part.waitFor();
    const box = await part.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > heightPx) throw new Error(`${selector} is not on the first screen`);
  }
}
