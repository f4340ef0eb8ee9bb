import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncGroups } from '../bids/groups/sync-groups.ts';
import { openDatabase } from '../platform/db/db.ts';
import { createLog } from '../platform/process/log.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { writeOpenBids } from './open-bid-sheet.ts';

let fixture: BidFixture;
let anna: Person;
let root: string;
let dir: string;

beforeAll(async () => {
  fixture = await bidFixture();
  root = mkdtempSync(join(tmpdir(), 'seri-open-bids-'));
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await fixture.close();
});
beforeEach(async () => {
  anna = await createPerson(fixture.db, { fullName: 'Anna Petrova', creditLimitYen: 90_000_000, autobid: true });
  dir = join(mkdtempSync(join(root, 'data-')), 'open-bids');
});

const write = () => writeOpenBids({ db: fixture.db, dir });
const file = (name: 'open-bids.csv' | 'open-bids.html') => readFileSync(join(dir, name), 'utf8');
const table = () => parse(file('open-bids.csv'), { bom: true, relax_column_count: true });
/** Rows of the CSV with this text in a cell, by column. */
function rowsWith(text: string): Record<string, string>[] {
  const [, head = [], ...rows] = table();
  return rows
    .filter((cells) => cells.includes(text))
    .map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}
const clientNo = () => `C-${String(anna.id).padStart(4, '0')}`;
const ordered = async (more: Parameters<typeof createLot>[1] = {}, amount = 400_000) => {
  const lotId = await createLot(fixture.db, more);
  return { lotId, bidId: await fixture.placed(anna, lotId, amount) };
};

describe('the sheet of open bids', () => {
  test('shows maximum, client and state of each order', async () => {
    const { lotId } = await ordered({ auction_at: new Date('2030-01-02T01:30:00Z'), auction_day: '2030-01-02' });
    const lot = await fixture.db.selectFrom('lots').selectAll().where('id', '=', lotId).executeTakeFirstOrThrow();
    await write();
    expect(rowsWith(clientNo())).toEqual([
      {
        'Auction day': '2030-01-02',
        House: 'USS Tokyo',
        'Time in Japan': '10:30',
        Lot: String(lot.lot_no),
        Vehicle: '2018 TOYOTA PRIUS S',
        Chassis: 'ZVW50-1234567',
        'Max bid (yen)': '400000',
        'Overbid (yen)': '10000',
        'At most (yen)': '410000',
        Client: clientNo(),
        Group: '',
        Order: 'waiting to be sent',
        'Not forwarded': '',
      },
    ]);
    expect(file('open-bids.html')).toContain('<h2>2030-01-02 · USS Tokyo</h2>');
    expect(file('open-bids.html')).toContain('<td class="number">410,000</td>');
    expect(`${file('open-bids.csv')}${file('open-bids.html')}`).not.toContain('Petrova');
  });

  test('follows the order through confirmation and withdrawal', async () => {
    const { lotId, bidId } = await ordered();
    await fixture.db.updateTable('agent_orders').set({ state: 'acknowledged' }).where('lot_id', '=', lotId).execute();
    await write();
    expect(rowsWith(clientNo())).toMatchObject([{ Order: 'confirmed by the agent' }]);
    await fixture.setStatus(fixture.maria, bidId, 3);
    await write();
    expect(rowsWith(clientNo())).toMatchObject([{ Order: 'withdrawal waiting to be sent', 'At most (yen)': '0' }]);
  });

  test('is sorted by day, auction house and running order', async () => {
    const at = (day: string, time: string) => ({ auction_at: new Date(`${day}T${time}+09:00`), auction_day: day });
    const last = await ordered({ ...at('2030-03-02', '09:00') });
    const second = await ordered({ ...at('2030-03-01', '11:00'), house: 'Arai Oyama' });
    const third = await ordered({ ...at('2030-03-01', '10:00'), house: 'USS Tokyo' });
    const first = await ordered({ ...at('2030-03-01', '10:30'), house: 'Arai Oyama' });
    await write();
    const lotNos = await Promise.all(
      [first, second, third, last].map(async ({ lotId }) => {
        const { lot_no } = await fixture.db
          .selectFrom('lots')
          .select('lot_no')
          .where('id', '=', lotId)
          .executeTakeFirstOrThrow();
        return String(lot_no);
      }),
    );
    expect(rowsWith(clientNo()).map(({ Lot }) => Lot)).toEqual(lotNos);
    const html = file('open-bids.html');
    const titles = ['2030-03-01 · Arai Oyama', '2030-03-01 · USS Tokyo', '2030-03-02 · USS Tokyo'];
    expect(titles.map((title) => html.indexOf(title))).toEqual(
      titles.map((title) => html.indexOf(title)).toSorted((a, b) => a - b),
    );
  });

  test('marks bids that are not at the agent: waiting in a group, not forwarded, not leading', async () => {
    const group = { bidGroup: 1 };
    const lots = [await createLot(fixture.db), await createLot(fixture.db, { auctionInMinutes: 2_000 })];
    for (const lotId of lots) expect((await fixture.place(anna, lotId, 400_000, group)).status).toBe(200);
    await syncGroups(fixture.database, anna.id);
    const { bidId, lotId } = await ordered();
    await fixture.db.deleteFrom('agent_orders').where('lot_id', '=', lotId).execute();
    await fixture.db.updateTable('bids').set({ not_forwarded: true }).where('id', '=', bidId).execute();
    const rival = await createPerson(fixture.db, { creditLimitYen: 90_000_000, autobid: true });
    await fixture.placed(rival, lots[0] ?? 0, 300_000);
    await write();
    const rows = rowsWith(clientNo());
    expect(rows.filter(({ Group }) => Group === 'A').map(({ Order }) => Order)).toEqual([
      'waiting to be sent',
      'NOT AT THE AGENT: queued in its group',
    ]);
    expect(rows.filter((row) => row['Not forwarded'])).toMatchObject([
      { Order: 'NOT AT THE AGENT: not forwarded', 'At most (yen)': '410000' },
    ]);
    expect(rowsWith(`C-${String(rival.id).padStart(4, '0')}`)).toMatchObject([
      { Order: 'NOT AT THE AGENT: another bid is higher' },
    ]);
    expect(file('open-bids.html').match(/<tr class="apart">/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('keeps lots that ran today and omits those of yesterday; a day without a time shows no time', async () => {
    const ran = await ordered({ time_known: false });
    const past = await ordered();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
    const set = (lotId: number, auction_day: string) =>
      fixture.db
        .updateTable('lots')
        .set({ auction_day, auction_at: new Date(Date.now() - 60_000) })
        .where('id', '=', lotId)
        .execute();
    await set(ran.lotId, today);
    await set(past.lotId, '2020-01-01');
    await write();
    expect(rowsWith(clientNo())).toMatchObject([{ 'Auction day': today, 'Time in Japan': '' }]);
  });

  // @covers ASVS-1.2.10
  test('executes no data as HTML or as a formula', async () => {
    await ordered({ model: '<script>alert(1)</script>', year: null, maker: '=cmd|calc', grade: '"&\'' });
    await ordered({ chassis_number: '=HYPERLINK("evil.example")', house: '<b>Bad</b> house' });
    await write();
    const html = file('open-bids.html');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('=cmd|calc &lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39;');
    expect(html).toContain('&lt;b&gt;Bad&lt;/b&gt; house');
    const cells = rowsWith(clientNo()).flatMap((row) => [row.Vehicle, row.Chassis]);
    expect(cells).toContain(`'=cmd|calc <script>alert(1)</script> "&'`);
    expect(cells).toContain(`'=HYPERLINK("evil.example")`);
  });

  test('needs neither script nor network', async () => {
    await ordered();
    await write();
    expect(file('open-bids.html')).not.toMatch(/<script|<link|<img|https?:|url\(|@import/);
    expect(file('open-bids.html')).toContain('@media print');
  });
});

describe('the files of the sheet', () => {
  test('are rewritten each time with the time at the top, readable by their owner only, without temporary files', async () => {
    await write();
    const before = file('open-bids.csv').split('\r\n')[0] ?? '';
    expect(before).toMatch(/^\ufeffOpen bids written \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(time in Japan\)$/);
    await expect
      .poll(
        async () => {
          await write();
          return file('open-bids.csv').split('\r\n')[0];
        },
        { timeout: 5_000 },
      )
      .not.toBe(before);
    expect(readdirSync(dir).sort()).toEqual(['open-bids.csv', 'open-bids.html']);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'open-bids.html')).mode & 0o777).toBe(0o600);
  });

  test('can be read completely at any time', async () => {
    await ordered();
    await write();
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 20; round++) await write();
    })().finally(() => {
      writing = false;
    });
    let reads = 0;
    while (writing) {
      expect(file('open-bids.html')).toMatch(/<\/html>\n$/);
      expect(file('open-bids.csv').endsWith('\r\n')).toBe(true);
      reads++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writes;
    expect(reads).toBeGreaterThan(20);
  });

  test('stay unchanged while the database is unreachable', async () => {
    await write();
    const before = file('open-bids.html');
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', createLog('test', 'silent'));
    await expect(writeOpenBids({ db: away.db, dir })).rejects.toThrow();
    await away.close();
    expect(file('open-bids.html')).toBe(before);
  });
});
