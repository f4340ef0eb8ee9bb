import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownBidLog } from '../../testing/bidding/own-bid-log.ts';
import { LOG_SCRIPT, type Log, runLogScript } from '../../testing/http/log-script.ts';
import { LOG_PAGE_SIZE } from './event-chain-queries.ts';
import { writeLog } from './log-routes.ts';

const { verifyLog, findRewriting } = await import(LOG_SCRIPT);

const { fixture, anna, boris, bidOf, exported, eventsOf, fourEvents } = ownBidLog();
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'seri-bid-log-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('the log export', () => {
  test('refuses signed-out users and managers', async () => {
    expect((await fixture.ask(null, 'GET', '/v1/bid/export-log')).status).toBe(401);
    expect((await fixture.ask(fixture.maria, 'GET', '/v1/bid/export-log')).status).toBe(403);
  });

  // @covers SEC-06
  test('has all events of its client, none of another client, and no names, addresses or account ids', async () => {
    await fourEvents(boris);
    const bidId = await fourEvents(anna);
    const { raw, body } = await fixture.ask(anna, 'GET', '/v1/bid/export-log');
    const events = eventsOf(body);
    expect(body).toMatchObject({ clientId: anna.id });
    expect(events.map(({ clientId, chainNo, actor }) => [clientId, chainNo, actor])).toEqual([
      [anna.id, 1, 'client'],
      [anna.id, 2, 'client'],
      [anna.id, 3, 'manager'],
      [anna.id, 4, 'client'],
    ]);
    for (const words of ['Maria', 'Sato', fixture.maria.email, 'Anna', 'Petrova', anna.email, 'actorId', 'actor_id'])
      expect(raw.body).not.toContain(words);
    const [row] = (await fixture.events(bidId)).filter(({ actor }) => actor === 'manager');
    const digest = createHash('sha256').update(`${row?.actor_nonce}:${fixture.maria.id}`).digest('hex');
    expect(events[2].actorDigest).toBe(digest);
    expect(raw.body).not.toContain(row?.actor_nonce);
  });

  test('of more events than a page has each of them once, in order, in chunks of at most a page', async () => {
    const bidId = await bidOf(anna);
    const more = 2 * LOG_PAGE_SIZE + 7;
    await sql`
      insert into bid_events (bid_id, lot_id, client_id, actor, event, before, after)
      select bid_id, lot_id, client_id, 'system', 'edited', jsonb_set(after, '{version}', to_jsonb(n)),
             jsonb_set(after, '{version}', to_jsonb(n + 1))
        from bid_events, generate_series(1, ${more}::integer) n where bid_id = ${bidId} order by n`.execute(fixture.db);
    await fixture.db
      .updateTable('bids')
      .set({ version: more + 1 })
      .where('id', '=', bidId)
      .execute();
    const { raw, body } = await fixture.ask(anna, 'GET', '/v1/bid/export-log');
    expect(raw.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(exportLog.reply.parse(body)).toEqual(body);
    expect(eventsOf(body).map(({ chainNo }) => chainNo)).toEqual(Array.from({ length: more + 1 }, (_, at) => at + 1));
    expect(verifyLog(body).fault).toBeNull();
    const pieces: string[] = [];
    for await (const piece of writeLog(fixture.db, anna.id)) pieces.push(piece);
    expect(pieces.map((piece) => piece.match(/"hash":/g)?.length ?? 0)).toEqual([
      ...[0, LOG_PAGE_SIZE, LOG_PAGE_SIZE],
      ...[8, 0],
    ]);
  });

  test('without events is a valid export', async () => {
    expect(await exported(anna)).toEqual({ clientId: anna.id, exportedAt: expect.any(String), events: [] });
  });

  test('the script prints the bids that the events result in', async () => {
    const bidId = await fourEvents(anna);
    const { lot_id } = await fixture.bid(bidId);
    const log = await exported(anna);
    const { code, out, said } = await runLogScript(dir, log, { ...log, events: log.events.slice(0, 2) });
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(out).toContain(`bid ${bidId}, lot ${lot_id}, status 2, 450000 yen\n`);
    expect(out).toContain(`4 events of client ${anna.id} are sound, 2 bids.\n`);
  });

  test('the script names the first wrong event, and refuses a file that is not a log', async () => {
    await fourEvents(anna);
    const log = await exported(anna);
    const without = { ...log, events: log.events.filter((_, index) => index !== 1) };
    expect(await runLogScript(dir, without)).toEqual({
      code: 1,
      out: '',
      said: 'The log is not sound: event 2 has the number 3: one is missing, or they were moved.\n',
    });
    expect(await runLogScript(dir, log, await exported(boris))).toMatchObject({ code: 1 });
    for (const nonsense of ['', '{}', 'null', '{"events":[null]}', '{"events":[{}]}']) {
      const { code, said } = await runLogScript(dir, nonsense);
      expect({ code, lines: said.split('\n').length }).toEqual({ code: 1, lines: 2 });
    }
  });

  test('the script detects a change of any character', async () => {
    await fourEvents(anna);
    const log = await exported(anna);
    const { line = '' } = log.events[1] ?? {};
    const misses = [...line].filter((letter, at) => {
      const changed = line.slice(0, at) + (letter === '1' ? '2' : '1') + line.slice(at + 1);
      const events = log.events.map((event, index) => (index === 1 ? { ...event, line: changed } : event));
      return verifyLog({ ...log, events }).fault !== 'event 2 is not what was hashed';
    });
    expect(misses).toEqual([]);
  });

  test('the script detects forged events of a bid that never existed by replaying them', async () => {
    await fourEvents(anna);
    const log = await exported(anna);
    const events: Log['events'] = [];
    for (const [index, event] of eventsOf(log).entries()) {
      const previousHash = events.at(-1)?.hash ?? null;
      const after = index === 0 ? { ...event.after, amountYen: 5_000 } : event.after;
      const line = JSON.stringify({ ...event, previousHash, after });
      events.push({ line, hash: createHash('sha256').update(line).digest('hex') });
    }
    expect(verifyLog({ ...log, events }).fault).toMatch(/^event 2 does not find bid \d+ as the one before left it$/);
    expect(findRewriting(log, { ...log, events })).toBe('event 1 is not what it was in the earlier file');
  });
});
