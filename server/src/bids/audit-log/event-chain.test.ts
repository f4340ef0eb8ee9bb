import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/db.ts';
import { ownBidLog } from '../../testing/bidding/own-bid-log.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { LOG_SCRIPT, type Log } from '../../testing/http/log-script.ts';
import type { Person } from '../../testing/http/people.ts';
import { findBrokenChains } from './check-events.ts';
import { writeDailyDigest } from './daily-digest.ts';
import { writeLog } from './log-routes.ts';

const { verifyLog, findRewriting } = await import(LOG_SCRIPT);

const { fixture, anna, boris, bidOf, exported, eventsOf, fourEvents } = ownBidLog();

async function logOf(tx: Tx, { id }: Person): Promise<Log> {
  let text = '';
  for await (const piece of writeLog(tx, id)) text += piece;
  return JSON.parse(text);
}

/** Changes the log with full access to the database, returns the findings, and restores the log. */
async function tampered(person: Person, ...statements: string[]) {
  const undone = new Error('undone');
  let found: { chains: string[]; fault: string | null } | undefined;
  const attempt = fixture.db.transaction().execute(async (tx) => {
    await sql.raw('alter table bid_events disable trigger all; set constraints all deferred').execute(tx);
    await sql.raw('alter table bid_event_digests disable trigger all').execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    found = { chains: await findBrokenChains(tx), fault: verifyLog(await logOf(tx, person)).fault };
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
  return found ?? { chains: [], fault: null };
}
const ofAnna = (chainNo: number) => `client_id = ${anna.id} and chain_no = ${chainNo}`;

describe('the event chain', () => {
  test('is separate for each client', async () => {
    for (const person of [anna, boris, anna, boris]) await bidOf(person);
    for (const person of [anna, boris]) {
      const log = await exported(person);
      const events = eventsOf(log);
      expect(events.map(({ chainNo }) => chainNo)).toEqual([1, 2]);
      expect(events.map(({ previousHash }) => previousHash)).toEqual([null, log.events[0]?.hash]);
    }
    await fixture.expectSound();
  });

  test('has no gap after a hundred concurrent bids of one client', async () => {
    const lots = await Promise.all(Array.from({ length: 100 }, () => createLot(fixture.db)));
    await Promise.all(lots.map((lotId) => fixture.placed(anna, lotId, 400_000)));
    const log = await exported(anna);
    expect(verifyLog(log)).toMatchObject({ fault: null, bids: { size: 100 } });
    await fixture.expectSound();
  });

  test('links several events of one statement, and of one transaction', async () => {
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

  test('cannot be changed or emptied without removing the triggers', async () => {
    await bidOf(anna);
    for (const statement of ["update bid_events set event = 'x'", 'delete from bid_events', 'truncate bid_events'])
      await expect(sql.raw(statement).execute(fixture.db)).rejects.toThrow('append only');
  });
});

describe('tampering is found by the check and by the script', () => {
  test.each([
    ['an amount', `after = after || '{"amountYen": 5000}'`],
    ['the state before', `before = '{}'`],
    ['the time', `at = at + interval '1 microsecond'`],
    ['the kind of actor', `actor = 'system'`],
    ['the actor', 'actor_id = client_id + 1'],
    ['the nonce of the actor', 'actor_nonce = gen_random_uuid()'],
    ['the event', `event = 'other'`],
    ['the request', `request_id = 'other'`],
    ['the lot', 'lot_id = lot_id + 1'],
    ['the bid', 'bid_id = bid_id + 1'],
    ['the hash', `hash = sha256('')`],
    ['the previous hash', `previous_hash = sha256('')`],
  ])('%s', async (_, change) => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(anna, `update bid_events set ${change} where ${ofAnna(2)}`);
    expect(chains[0]).toMatch(`client ${anna.id}: event 2`);
    expect(fault).toMatch('event 2 ');
  });

  // @covers SEC-06
  test('an event deleted from the middle', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(anna, `delete from bid_events where ${ofAnna(2)}`);
    expect(chains).toContain(`client ${anna.id}: event 2 is missing`);
    expect(fault).toBe('event 2 has the number 3: one is missing, or they were moved');
  });

  test('an event deleted from the middle, with the following ones renumbered', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(
      anna,
      `delete from bid_events where ${ofAnna(2)}`,
      `update bid_events set chain_no = 2 where ${ofAnna(3)}`,
      `update bid_events set chain_no = 3 where ${ofAnna(4)}`,
    );
    expect(chains).toContain(`client ${anna.id}: event 2 does not follow the previous event`);
    expect(fault).toBe('event 2 is not what was hashed');
  });

  // @covers SEC-06
  test('two swapped events', async () => {
    await fourEvents(anna);
    const { chains, fault } = await tampered(
      anna,
      `update bid_events set chain_no = 99 where ${ofAnna(2)}`,
      `update bid_events set chain_no = 2 where ${ofAnna(3)}`,
      `update bid_events set chain_no = 3 where ${ofAnna(99)}`,
    );
    expect(chains).toContain(`client ${anna.id}: event 2 does not match its hash`);
    expect(fault).toBe('event 2 is not what was hashed');
  });

  test('the last event: its head and an earlier export reveal it', async () => {
    await fourEvents(anna);
    const earlier = await exported(anna);
    const { chains, fault } = await tampered(anna, `delete from bid_events where ${ofAnna(4)}`);
    expect(chains).toEqual([`client ${anna.id}: the log ends with event 3, its head is event 4`]);
    expect(fault).toBeNull();
    const later = { ...earlier, events: earlier.events.slice(0, 3) };
    expect(findRewriting(earlier, later)).toBe('event 4 is not what it was in the earlier file');
  });
});

describe('the digest of a day', () => {
  // @covers SEC-06
  test('is written once by concurrent processes, covers each client, and stays valid with later events', async () => {
    await fourEvents(anna);
    await bidOf(boris);
    const made = await Promise.all(Array.from({ length: 5 }, () => writeDailyDigest(fixture.db)));
    const [digest] = made.filter((one) => one !== null);
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect(await writeDailyDigest(fixture.db)).toBeNull();
    const rows = await fixture.db.selectFrom('bid_event_digests').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ day: digest?.day, clients: digest?.clients });
    expect(rows[0]?.heads).toMatchObject({ [anna.id]: 4, [boris.id]: 1 });
    await bidOf(anna);
    await fixture.expectSound();
    await expect(fixture.db.deleteFrom('bid_event_digests').execute()).rejects.toThrow('append only');
    const day = digest?.day;

    // All later events hashed again, which only the owner of the database can do.
    const rewritten = await tampered(
      anna,
      `update bid_events set event = 'other' where ${ofAnna(4)}`,
      `update bid_events e set hash = sha256(convert_to(bid_event_line(e), 'UTF8')) where ${ofAnna(4)}`,
      `update bid_events set previous_hash = (select hash from bid_events where ${ofAnna(4)}) where ${ofAnna(5)}`,
      `update bid_events e set hash = sha256(convert_to(bid_event_line(e), 'UTF8')) where ${ofAnna(5)}`,
      `update bid_event_heads set hash = (select hash from bid_events where ${ofAnna(5)}) where client_id = ${anna.id}`,
    );
    expect(rewritten).toEqual({ chains: [`the events do not match the digest of ${day}`], fault: null });
    const cut = await tampered(
      boris,
      `delete from bid_events where client_id = ${boris.id}`,
      `delete from bid_event_heads where client_id = ${boris.id}`,
    );
    expect(cut.chains).toEqual([`the events do not match the digest of ${day}`]);
    const moved = await tampered(anna, `update bid_event_digests set written_at = written_at - interval '1 hour'`);
    expect(moved.chains).toEqual([`the digest of ${day} does not match its hash`]);
    const forged = await tampered(anna, `update bid_event_digests set previous_hash = sha256('')`);
    expect(forged.chains).toContain(`the digest before that of ${day} is missing`);
  });
});
