import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll } from 'vitest';
import { lotRoutes } from '../lots/routes.ts';
import { createPerson, type Person } from './people.ts';
import { type TestPortal, testPortal } from './portal.ts';

/**
 * A portal of lots alone, in which nothing is remembered from one request to the next, with a client and a manager: opened
 * before the file's first test, gone after its last.
 */
export function ownLotPortal(): { portal: TestPortal; client: Person; manager: Person } {
  let opened: TestPortal | undefined;
  const own = (): TestPortal => {
    if (!opened) throw new Error('a portal of its own is there while tests run');
    return opened;
  };
  const [client, manager] = [{} as Person, {} as Person];
  beforeAll(async () => {
    opened = await testPortal((app, database) => lotRoutes(app, database));
    const { db } = opened.database;
    Object.assign(client, await createPerson(db));
    Object.assign(manager, await createPerson(db, { roleId: ROLE.manager }));
  });
  afterAll(() => opened?.close());
  const portal: TestPortal = {
    get app() {
      return own().app;
    },
    get database() {
      return own().database;
    },
    get url() {
      return own().url;
    },
    ask: (...asked) => own().ask(...asked),
    close: () => own().close(),
  };
  return { portal, client, manager };
}
