import { mergeName, takeBackName } from '../feed/names/decide-name.ts';
import { applyNames } from '../flows/lots/apply-names.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { createLog } from '../platform/process/log.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createPerson } from './people.ts';
import { findStaleAverages } from './stale-averages.ts';

export interface NameStage {
  database: Database;
  /** The manager who decides. */
  maria: number;
  close: () => Promise<void>;
}

export async function openNameStage(): Promise<NameStage> {
  const { url, drop } = await testDatabase();
  const database = openDatabase(url, createLog('test', 'silent'));
  const { id: maria } = await createPerson(database.db, { roleId: 991 });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { database, maria, close };
}

/** What tests do with the names of sources, on the stage they have opened by then. */
export function feedNames(stage: () => NameStage) {
  const { pool, named, idOf } = finding(stage);
  const decide = (work: (tx: Parameters<typeof mergeName>[0]) => Promise<void>) =>
    stage().database.db.transaction().execute(work);
  return {
    named,
    idOf,
    decide,
    /** A portal without a lot or a name. */
    emptied: () =>
      pool().query(`
        delete from lots_to_match; delete from lots; delete from lot_results; delete from auction_houses;
        delete from feed_waiting_rows; delete from feed_renamings;
        alter table feed_name_events disable trigger user; delete from feed_name_events;
        alter table feed_name_events enable trigger user; delete from feed_names`),
    carriedOut: () => applyNames(stage().database, async () => {}),
    merge: async (kind: string, from: string, to: string, maker = '') => {
      const [nameId, targetId] = [await idOf(kind, from, maker), await idOf(kind, to, maker)];
      await decide((tx) => mergeName(tx, { nameId, targetId }, stage().maria));
    },
    takeBack: async (kind: string, name: string, maker = '') => {
      const nameId = await idOf(kind, name, maker);
      await decide((tx) => takeBackName(tx, { nameId }, stage().maria));
    },
    lots: async () => {
      const { rows } = await pool().query(
        `select source_id as id, maker, model, color, condition as grade, source_names as wrote from lots
          order by source_id`,
      );
      return rows;
    },
    staleAverages: () => findStaleAverages(stage().database.db),
  };
}

function finding(stage: () => NameStage) {
  const pool = () => stage().database.pool;
  const named = async (kind: string, name: string, maker = '') => {
    const { rows } = await pool().query<{ id: number; state: string; source: string; hint: string | null }>(
      'select id, state, source, hint from feed_names where kind = $1 and name = $2 and maker = $3',
      [kind, name, maker],
    );
    return rows[0];
  };
  const idOf = async (kind: string, name: string, maker = '') => (await named(kind, name, maker))?.id ?? 0;
  return { pool, named, idOf };
}
