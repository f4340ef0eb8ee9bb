import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { Alert } from '@seri/contract/searches/routes.ts';
import { expect } from 'vitest';
import { tellNewLots } from '../flows/alerts/notify-new-lots.ts';
import { createLog } from '../platform/process/log.ts';
import { searchRoutes } from '../searches/routes.ts';
import { aLot, demoHouse, imported, type Row } from './feed.ts';
import { createPerson, type Person, type PersonOptions } from './people.ts';
import { type TestPortal, testPortal } from './portal.ts';

const log = createLog('test', 'silent');
export const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString();
let nextLot = 1;

/** A portal where searches are kept, and the house whose lots come in. */
export async function alertPortal(): Promise<TestPortal> {
  const portal = await testPortal(searchRoutes);
  await imported(portal.database, [demoHouse()]);
  return portal;
}

/** A model of the test's own, so that what it imports concerns nobody else. */
export function newModel(): string {
  return `MODEL ${nextLot}`;
}

/** A lot of tomorrow that no file has brought yet, of a car nobody has listed. */
export function aNew(model: string, more: Row = {}): Row {
  const number = nextLot++;
  return aLot({
    sourceId: `new-${number}`,
    lotNo: number,
    chassis: `ZVW50-${1_000_000 + number}`,
    auctionDate: TOMORROW,
    model,
    ...more,
  });
}

interface Wish {
  model: string;
  alert?: Alert;
  page?: PageType;
  more?: string;
}

/** Short words for those who search, the lots that come in and the mails that tell of them. */
export function lotAlerts(portal: () => TestPortal) {
  const sql = (text: string, values: unknown[] = []) => portal().database.pool.query(text, values);
  const tell = () => tellNewLots(portal().database.db, log);
  return {
    sql,
    tell,
    somebody: (options: PersonOptions = {}) => createPerson(portal().database.db, options),
    /** Nobody of an earlier test waits for mails. */
    forgetEarlier: () => sql(`update saved_searches set alert = 'off'`),
    searching: async (person: Person, { model, alert = 'instant', page = 'car-auction', more = '' }: Wish) => {
      const params = `${new URLSearchParams({ model })}${more}`;
      const asked = { title: model, params, type: page, alert };
      const answer = await portal().ask(person, 'POST', '/v1/user/save-search', asked);
      expect(answer.status).toBe(200);
      return (await portal().ask(person, 'GET', `/v1/user/my-search?type=${page}`)).body.items[0].id as number;
    },
    /** What each mail to a person tells: source ids by search. */
    told: async ({ id }: Person): Promise<string[][]> => {
      const { rows } = await sql(
        `select array_agg(l.source_id order by l.id) as lots from mails m
           join search_matches f on f.alert_id = (m.data ->> 'alertId')::bigint join lots l on l.id = f.lot_id
          where m.user_id = $1 and m.kind = 'new_lots' group by m.id order by m.id`,
        [id],
      );
      return rows.map(({ lots }) => lots);
    },
    feed: async (...rows: Row[]): Promise<void> => {
      await imported(portal().database, rows);
      await tell();
    },
  };
}
