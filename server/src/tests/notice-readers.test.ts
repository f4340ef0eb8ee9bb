import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverNotices } from '../channels/deliver-notices.ts';
import { noticeSenders } from '../channels/senders.ts';
import { NO_MESSENGERS } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { type FakeService, startFakeService } from '../testing/channels/fake-messengers.ts';
import { pushBrowser } from '../testing/channels/push-browser.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';

const READERS = Number(process.env.NOTICE_READERS ?? 200);
/** The bot sends 25 messages a second: in a minute 1,500. */
const TELEGRAM_PART = 0.14;
/** Telegram's documented limit for messages to different chats. */
const TELEGRAM_PER_SECOND = 30;

let portal: TestPortal;
let service: FakeService;
beforeAll(async () => {
  portal = await testPortal(() => {});
  service = await startFakeService((request) =>
    request.path.startsWith('/bot') ? { status: 200, body: { ok: true, result: { message_id: 1 } } } : { status: 201 },
  );
});
afterAll(async () => {
  await service.close();
  await portal.close();
});

// @covers REACH-04, REACH-05
test(`notifies ${READERS} readers once each, within Telegram's limits`, async () => {
  const { db, pool } = portal.database;
  const first = await createPerson(db);
  const telegram = Math.round(READERS * TELEGRAM_PART);
  await pool.query(
    `with people as (
       insert into users (email, full_name, user_type, role_id, permissions)
       select 'reader-' || n || '@example.test', 'Reader', 2, role_id, permissions
         from generate_series(1, $2::int) n, users where users.id = $1 returning id
     ), session as (select id from sessions where user_id = $1 limit 1
     ), placed as (select id, row_number() over () as place from people)
     insert into notice_endpoints (user_id, channel, address, push_keys, session_id, confirmed_at)
     select placed.id, case when place <= $3 then 'telegram' else 'push' end,
            case when place <= $3 then (1000 + place)::text else $4 || place end,
            case when place > $3 then $5::jsonb end, case when place > $3 then session.id end, now()
       from placed, session`,
    [first.id, READERS, telegram, `${service.url}/push/`, JSON.stringify(pushBrowser().keys)],
  );
  const token = '1:abc';
  const senders = await noticeSenders(db, {
    messengers: { ...NO_MESSENGERS, telegram: { apiRoot: service.url, token } },
    ...{ publicUrl: 'https://seri.example', secretKey: SECRET_KEY, pushInside: true },
  });
  const { rows } = await pool.query('select distinct user_id from notice_endpoints');
  // Events of this size come in portions, as those of a feed do.
  for (let from = 0; from < rows.length; from += 1_000)
    await pool.query(
      `insert into notifications (user_id, kind, dedupe_key) select id, 'chat_message', 'readers' from unnest($1::int[]) id`,
      [rows.slice(from, from + 1_000).map(({ user_id }) => user_id)],
    );
  const startedAt = performance.now();
  await deliverNotices({
    ...{ db, senders, publicUrl: 'https://seri.example', signal: new AbortController().signal },
    log: createLog('test', 'silent'),
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(`${READERS} readers in ${seconds.toFixed(1)} s\n`);
  const byPath = Map.groupBy(service.requests, ({ path, body }) => (path.startsWith('/bot') ? body.toString() : path));
  expect(byPath.size).toBe(READERS);
  expect([...byPath.values()].every(({ length }) => length === 1)).toBe(true);
  const sentAt = service.requests.filter(({ path }) => path.startsWith('/bot')).map(({ at }) => at);
  const busiest = Math.max(...sentAt.map((at) => sentAt.filter((other) => other >= at && other < at + 1_000).length));
  expect(busiest).toBeLessThanOrEqual(TELEGRAM_PER_SECOND);
}, 600_000);
