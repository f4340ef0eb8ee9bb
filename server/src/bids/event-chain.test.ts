import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db, Tx } from '../platform/db.ts';
import { type BidStage, bidStage } from '../testing/bids.ts';
import { LOG_SCRIPT, type Log, runLogScript } from '../testing/log-script.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { findBrokenChains } from './check-events.ts';
import { LOG_PAGE_SIZE } from './event-chain-queries.ts';
import { sealEvents } from './seal-events.ts';
import { writeLog } from './write-log.ts';

const MIGRATION = join(import.meta.dirname, '../migrations/0026_event_chain.sql');
const { verifyLog, findRewriting } = await import(LOG_SCRIPT);

let stage: BidStage;
let anna: Person;
let boris: Person;
let dir: string;
beforeAll(async () => {
  stage = await bidStage();
  dir = mkdtempSync(join(tmpdir(), 'seri-bid-log-'));
});
beforeEach(async () => {
  anna = await createPerson(stage.db, { creditLimitYen: -1, fullName: 'Anna Petrova' });
  boris = await createPerson(stage.db, { creditLimitYen: -1, fullName: 'Boris Orlov' });
});
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await stage.close();
});

const bidOf = async (person: Person, yen = 400_000) => stage.placed(person, await createLot(stage.db), yen);
const exported = async (person: Person): Promise<Log> =>
  (await stage.ask(person, 'GET', '/v1/bid/export-log')).body as Log;
async function piecesOf(db: Db | Tx, { id }: Person): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of writeLog(db, id)) pieces.push(piece);
  return pieces;
}
const logOf = async (tx: Tx, person: Person): Promise<Log> => JSON.parse((await piecesOf(tx, person)).join(''));
const eventsOf = ({ events }: Log) => events.map(({ line }) => JSON.parse(line));
/** A bid, raised by its client, then taken by a manager, and a second bid: four events. */
async function fourEvents(person: Person): Promise<number> {
  const bidId = await bidOf(person);
  const { lot_id } = await stage.bid(bidId);
  await stage.placed(person, lot_id, 450_000);
  expect((await stage.setStatus(stage.maria, bidId, 2)).status).toBe(200);
  await bidOf(person);
  return bidId;
}

/** Somebody with the database in his hands changes the log; what is found then, and everything as it was before. */
async function tampered(person: Person, ...statements: string[]) {
  const undone = new Error('undone');
  let found: { chains: string[]; fault: string | null } | undefined;
  const attempt = stage.db.transaction().execute(async (tx) => {
    await sql.raw('alter table bid_events disable trigger all; set constraints all deferred').execute(tx);
    await sql.raw('alter table bid_event_seals disable trigger all').execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    found = { chains: await findBrokenChains(tx), fault: verifyLog(await logOf(tx, person)).fault };
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
  return found ?? { chains: [], fault: null };
}
const ofAnna = (chainNo: number) => `client_id = ${anna.id} and chain_no = ${chainNo}`;

describe('the chain', () => {
  test('each client has one of his own', async () => {
    for (const person of [anna, boris, anna, boris]) await bidOf(person);
    for (const person of [anna, boris]) {
      const log = await exported(person);
      const events = eventsOf(log);
      expect(events.map(({ chainNo }) => chainNo)).toEqual([1, 2]);
      expect(events.map(({ previousHash }) => previousHash)).toEqual([null, log.events[0]?.hash]);
    }
    await stage.expectSound();
  });

  test('a hundred bids of one client at once leave no gap', async () => {
    const lots = await Promise.all(Array.from({ length: 100 }, () => createLot(stage.db)));
    await Promise.all(lots.map((lotId) => stage.placed(anna, lotId, 400_000)));
    const log = await exported(anna);
    expect(verifyLog(log)).toMatchObject({ fault: null, bids: { size: 100 } });
    await stage.expectSound();
  });

  test('several events of one statement, and of one transaction, go on from each other', async () => {
    const bidId = await bidOf(anna);
    const more = `insert into bid_events (bid_id, lot_id, client_id, actor, event, after)
      select bid_id, lot_id, client_id, actor, event, after from bid_events, generate_series(1, 3) where bid_id = ${bidId}`;
    const { chains } = await tampered(
      anna,
      'alter table bid_events enable trigger bid_events_chained',
      more,
      more,
      `do $$ begin assert (select max(chain_no) from bid_events where client_id = ${anna.id}) = 16; end $$`,
    );
    expect(chains).toEqual([]);
  });

  test('what was there before the chain is chained by its migration, which can be taken back', async () => {
    await fourEvents(anna);
    const [up = '', down = ''] = readFileSync(MIGRATION, 'utf8').split('-- Down Migration');
    const { chains, fault } = await tampered(anna, down, up);
    expect({ chains, fault }).toEqual({ chains: [], fault: null });
  });

  test('nobody changes or empties it without taking the triggers away', async () => {
    await bidOf(anna);
    for (const statement of ["update bid_events set event = 'x'", 'delete from bid_events', 'truncate bid_events'])
      await expect(sql.raw(statement).execute(stage.db)).rejects.toThrow('append only');
  });
});

describe('tampering is found by the check and by the script', () => {
  test.each([
    ['an amount', `after = after || '{"amountYen": 5000}'`],
    ['what was before', `before = '{}'`],
    ['the time', `at = at + interval '1 microsecond'`],
    ['the kind of actor', `actor = 'system'`],
    ['the actor', 'actor_id = client_id + 1'],
    ['the number beside the actor', 'actor_nonce = gen_random_uuid()'],
    ['the event', `event = 'other'`],
    ['the request', `request_id = 'other'`],
    ['the lot', 'lot_id = lot_id + 1'],
    ['the bid', 'bid_id = bid_id + 1'],
    ['the hash', `hash = sha256('')`],
    ['the hash before', `previous_hash = sha256('')`],
  ])('%s', async (_, change) => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(anna, `update bid_events set ${change} where ${ofAnna(2)}`);
    expect(chains[0]).toMatch(`client ${anna.id}: event 2`);
    expect(fault).toMatch('event 2 ');
  });

  test('an event that is gone from the middle', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(anna, `delete from bid_events where ${ofAnna(2)}`);
    expect(chains).toContain(`client ${anna.id}: event 2 is missing`);
    expect(fault).toBe('event 2 has the number 3: one is missing, or they were moved');
  });

  test('one from the middle, and the others moved up', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(
      anna,
      `delete from bid_events where ${ofAnna(2)}`,
      `update bid_events set chain_no = 2 where ${ofAnna(3)}`,
      `update bid_events set chain_no = 3 where ${ofAnna(4)}`,
    );
    expect(chains).toContain(`client ${anna.id}: event 2 does not go on from the one before`);
    expect(fault).toBe('event 2 is not what was hashed');
  });

  test('two that changed places', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(
      anna,
      `update bid_events set chain_no = 99 where ${ofAnna(2)}`,
      `update bid_events set chain_no = 2 where ${ofAnna(3)}`,
      `update bid_events set chain_no = 3 where ${ofAnna(99)}`,
    );
    expect(chains).toContain(`client ${anna.id}: event 2 is not what was hashed`);
    expect(fault).toBe('event 2 is not what was hashed');
  });

  test('the last one: its head knows it, and so does an earlier export', async () => {
    await fourEvents(anna);
    const earlier = await exported(anna);
    const { chains, fault } = await tampered(anna, `delete from bid_events where ${ofAnna(4)}`);
    expect(chains).toEqual([`client ${anna.id}: the log ends with event 3, its head is event 4`]);
    expect(fault).toBeNull();
    const later = { ...earlier, events: earlier.events.slice(0, 3) };
    expect(findRewriting(earlier, later)).toBe('event 4 is not what it was in the earlier file');
  });
});

describe('the export', () => {
  test('signed out, a manager', async () => {
    expect((await stage.ask(null, 'GET', '/v1/bid/export-log')).status).toBe(401);
    expect((await stage.ask(stage.maria, 'GET', '/v1/bid/export-log')).status).toBe(403);
  });

  test('has all events of its client, none of another, and nobody by name, address or number', async () => {
    await fourEvents(boris);
    const bidId = await fourEvents(anna);
    const { raw, body } = await stage.ask(anna, 'GET', '/v1/bid/export-log');
    const events = eventsOf(body);
    expect(body).toMatchObject({ clientId: anna.id });
    expect(events.map(({ clientId, chainNo, actor }) => [clientId, chainNo, actor])).toEqual([
      [anna.id, 1, 'client'],
      [anna.id, 2, 'client'],
      [anna.id, 3, 'manager'],
      [anna.id, 4, 'client'],
    ]);
    for (const words of ['Maria', 'Sato', stage.maria.email, 'Anna', 'Petrova', anna.email, 'actorId', 'actor_id'])
      expect(raw.body).not.toContain(words);
    const [row] = (await stage.events(bidId)).filter(({ actor }) => actor === 'manager');
    const digest = createHash('sha256').update(`${row?.actor_nonce}:${stage.maria.id}`).digest('hex');
    expect(events[2].actorDigest).toBe(digest);
    expect(raw.body).not.toContain(row?.actor_nonce);
  });

  test('of more events than are read at once has each of them once, in order, in no piece larger than that', async () => {
    const bidId = await bidOf(anna);
    const more = 2 * LOG_PAGE_SIZE + 7;
    await sql`
      insert into bid_events (bid_id, lot_id, client_id, actor, event, before, after)
      select bid_id, lot_id, client_id, 'system', 'edited', jsonb_set(after, '{version}', to_jsonb(n)),
             jsonb_set(after, '{version}', to_jsonb(n + 1))
        from bid_events, generate_series(1, ${more}::integer) n where bid_id = ${bidId} order by n`.execute(stage.db);
    await stage.db
      .updateTable('bids')
      .set({ version: more + 1 })
      .where('id', '=', bidId)
      .execute();
    const { raw, body } = await stage.ask(anna, 'GET', '/v1/bid/export-log');
    expect(raw.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(exportLog.reply.parse(body)).toEqual(body);
    expect(eventsOf(body).map(({ chainNo }) => chainNo)).toEqual(Array.from({ length: more + 1 }, (_, at) => at + 1));
    expect(verifyLog(body).fault).toBeNull();
    const pieces = await piecesOf(stage.db, anna);
    expect(pieces.map((piece) => piece.match(/"hash":/g)?.length ?? 0)).toEqual([
      ...[0, LOG_PAGE_SIZE, LOG_PAGE_SIZE],
      ...[8, 0],
    ]);
  });

  test('without any event is one all the same', async () => {
    expect(await exported(anna)).toEqual({ clientId: anna.id, exportedAt: expect.any(String), events: [] });
  });

  test('the script prints the bids that its events lead to', async () => {
    const bidId = await fourEvents(anna);
    const { lot_id } = await stage.bid(bidId);
    const log = await exported(anna);
    const { code, out, said } = await runLogScript(dir, log, { ...log, events: log.events.slice(0, 2) });
    expect({ code, said }).toEqual({ code: 0, said: '' });
    expect(out).toContain(`bid ${bidId}, lot ${lot_id}, status 2, 450000 yen\n`);
    expect(out).toContain(`4 events of client ${anna.id} are sound, 2 bids.\n`);
  });

  test('the script names the first event that is wrong, and anything that is no log', async () => {
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

  test('no character of it can be another one', async () => {
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

  test('events chained anew over a bid that never was are found by replaying them', async () => {
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

describe('the seal of a day', () => {
  test('however many processes seal it, there is one; it covers each client, and later events leave it sound', async () => {
    await fourEvents(anna);
    await bidOf(boris);
    const made = await Promise.all(Array.from({ length: 5 }, () => sealEvents(stage.db)));
    const [seal] = made.filter((one) => one !== null);
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect(await sealEvents(stage.db)).toBeNull();
    const rows = await stage.db.selectFrom('bid_event_seals').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ day: seal?.day, clients: seal?.clients });
    expect(rows[0]?.heads).toMatchObject({ [anna.id]: 4, [boris.id]: 1 });
    await bidOf(anna);
    await stage.expectSound();
    await expect(stage.db.deleteFrom('bid_event_seals').execute()).rejects.toThrow('append only');
    const day = seal?.day;

    // Everything hashed anew after the change, as only the owner of the database can.
    const rewritten = await tampered(
      anna,
      `update bid_events set event = 'other' where ${ofAnna(4)}`,
      `update bid_events e set hash = sha256(convert_to(bid_event_line(e), 'UTF8')) where ${ofAnna(4)}`,
      `update bid_events set previous_hash = (select hash from bid_events where ${ofAnna(4)}) where ${ofAnna(5)}`,
      `update bid_events e set hash = sha256(convert_to(bid_event_line(e), 'UTF8')) where ${ofAnna(5)}`,
      `update bid_event_heads set hash = (select hash from bid_events where ${ofAnna(5)}) where client_id = ${anna.id}`,
    );
    expect(rewritten).toEqual({ chains: [`the events are not those that were sealed on ${day}`], fault: null });
    const cut = await tampered(
      boris,
      `delete from bid_events where client_id = ${boris.id}`,
      `delete from bid_event_heads where client_id = ${boris.id}`,
    );
    expect(cut.chains).toEqual([`the events are not those that were sealed on ${day}`]);
    const moved = await tampered(anna, `update bid_event_seals set sealed_at = sealed_at - interval '1 hour'`);
    expect(moved.chains).toEqual([`the seal of ${day} is not what was hashed`]);
    const forged = await tampered(anna, `update bid_event_seals set previous_hash = sha256('')`);
    expect(forged.chains).toContain(`the seal before that of ${day} is missing`);
  });
});
