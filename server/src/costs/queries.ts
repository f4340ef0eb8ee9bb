import type { Buyer } from '@seri/contract/costs/buyers.ts';
import { type CostTable, costTable } from '@seri/contract/costs/tables.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';

export interface StoredCostTable {
  id: number;
  table: CostTable;
}

/** Versions never change, so each is read and checked once; the rules compiled from it are kept with it. */
const read = new Map<string, StoredCostTable>();
const MAX_READ = 8;

/** Returns the newest table that is valid on a day in Japan: the latest start day first, then the latest import. */
export async function findCostTable(
  db: Db | Tx,
  day = japanDay(new Date()),
  /** Tables imported after this instant are ignored. */
  knownAt: Date | null = null,
): Promise<StoredCostTable | null> {
  const row = await db
    .selectFrom('cost_tables')
    .select(['id', 'imported_at'])
    .where('valid_from', '<=', day)
    .$if(knownAt !== null, (known) => known.where('imported_at', '<=', knownAt))
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // The instant distinguishes tables of different databases with the same number.
  const key = `${row.id} ${row.imported_at.toISOString()}`;
  const known = read.get(key);
  if (known) return known;
  const found = { id: row.id, table: (await readVersion(db, row.id)) as CostTable };
  const [oldest] = read.keys();
  if (read.size >= MAX_READ && oldest !== undefined) read.delete(oldest);
  read.set(key, found);
  return found;
}

/** Returns one version, null if there is none of this number. */
export async function readVersion(db: Db | Tx, id: number): Promise<CostTable | null> {
  const row = await db.selectFrom('cost_tables').select('content').where('id', '=', id).executeTakeFirst();
  return row ? costTable.parse(row.content) : null;
}

export const findCostTables = (db: Db) =>
  db
    .selectFrom('cost_tables')
    .select(['id', 'name', 'valid_from', 'imported_at'])
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Stores one more version and returns its number. */
export async function insertCostTable(tx: Db | Tx, table: CostTable): Promise<number> {
  const { id } = await tx
    .insertInto('cost_tables')
    .values({ name: table.name, valid_from: table.validFrom, content: JSON.stringify(table) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface StoredDoor {
  /** Null: not answered yet. */
  destination: string | null;
  buyer: Buyer | null;
  currency: string | null;
  countryId: number | null;
}

/** Returns what the person has answered about their door, and the ISO number of the country in their profile. */
export async function findDoor(db: Db | Tx, userId: number): Promise<StoredDoor> {
  const row = await db
    .selectFrom('users')
    .leftJoin('client_doors', 'client_doors.user_id', 'users.id')
    .select(['destination', 'buyer', 'currency', 'country_id as countryId'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return (row ?? { destination: null, buyer: null, currency: null, countryId: null }) as StoredDoor;
}

export async function saveDoor(
  db: Db | Tx,
  userId: number,
  door: { destination: string; buyer: Buyer; currency: string },
): Promise<void> {
  await db
    .insertInto('client_doors')
    .values({ user_id: userId, ...door })
    .onConflict((row) => row.column('user_id').doUpdateSet({ ...door, updated_at: sql`clock_timestamp()` }))
    .execute();
}

/** The facts that decide the total of a lot, apart from the rules. */
export interface CostedLotRow {
  id: number;
  vehicle: 'car' | 'bike';
  house: string;
  port: string | null;
  haulage_yen: number;
  maker: string;
  model: string;
  year: number | null;
  month: number | null;
  displacement_cc: number | null;
  facts: unknown;
  chassis_code: string;
  auction_day: string;
  average_price_yen: number | null;
  start_price_yen: number | null;
}

/** Returns these lots in no particular order. */
export async function findCostedLots(db: Db | Tx, lotIds: readonly number[]): Promise<CostedLotRow[]> {
  if (lotIds.length === 0) return [];
  const { rows } = await sql<CostedLotRow>`
    select lots.id, vehicle, house.name as house, house.export_port as port, house.haulage_yen, maker, model, year, month,
           displacement_cc, facts, chassis_code, auction_day, average_price_yen, start_price_yen
      from lots join auction_houses house on house.id = lots.house_id
     where lots.id = any(${[...lotIds]}::bigint[])`.execute(db);
  return rows;
}

/** The customs values that managers looked up for a lot, by destination. */
export async function findReferenceValues(db: Db | Tx, lotIds: readonly number[]): Promise<Map<string, number>> {
  if (lotIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('lot_reference_values')
    .select(['lot_id', 'destination', 'value'])
    .where('lot_id', 'in', [...lotIds])
    .execute();
  return new Map(rows.map((row) => [`${row.lot_id} ${row.destination}`, Number(row.value)]));
}

/** Stores or removes a customs value and queues the totals of the lot. Returns false if there is no such lot. */
export async function saveReferenceValue(
  db: Db,
  { id, destination, value, userId }: { id: string; destination: string; value: number | null; userId: number },
): Promise<boolean> {
  if (!/^[1-9]\d{0,17}$/.test(id)) return false;
  const { rows } = await sql<{ isFound: boolean }>`
    with lot as (select id from lots where id = ${id}::bigint),
    stored as (
      insert into lot_reference_values (lot_id, destination, value, set_by)
      select id, ${destination}, ${value}::numeric, ${userId} from lot where ${value}::numeric is not null
      on conflict (lot_id, destination) do update
        set value = excluded.value, set_by = excluded.set_by, set_at = clock_timestamp()
    ), removed as (
      delete from lot_reference_values using lot
       where lot_id = lot.id and destination = ${destination} and ${value}::numeric is null
    ), queued as (
      insert into lot_door_changes (lot_id, auction_at)
      select lot.id, auction_at from lot join lots using (id) where upcoming_page is not null
      on conflict (lot_id) do update set version = lot_door_changes.version + 1, auction_at = excluded.auction_at
    )
    select exists (select from lot) as "isFound"`.execute(db);
  return rows[0]?.isFound ?? false;
}
