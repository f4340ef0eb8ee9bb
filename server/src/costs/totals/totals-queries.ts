import type { Buyer } from '@seri/contract/costs/buyers.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface Slot {
  /** Place in the arrays of `lot_doors`, from 1. */
  slot: number;
  destination: string;
  buyer: Buyer;
}

export interface OfferedSlot extends Omit<Slot, 'slot'> {
  countryId: number;
  /** Order of the destination in the table. */
  place: number;
  isPort: boolean;
}

/** The places of all destinations and buyers; new ones are added at the end, so that stored arrays stay valid. */
export async function ensureSlots(db: Db, wanted: readonly OfferedSlot[]): Promise<Slot[]> {
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as asked (destination text, buyer text, "countryId" integer, place integer, "isPort" boolean)
    ), gone as (
      update door_slots known set is_offered = false
       where is_offered and not exists (select from asked where (asked.destination, asked.buyer) = (known.destination, known.buyer))
    )
    insert into door_slots (slot, destination, buyer, country_id, place, is_port, is_offered)
    select coalesce(known.slot, (select coalesce(max(slot), 0) from door_slots)
                                + row_number() over (partition by known.slot is null order by asked.place, asked.buyer desc)),
           asked.destination, asked.buyer, "countryId", asked.place, "isPort", true
      from asked left join door_slots known on (known.destination, known.buyer) = (asked.destination, asked.buyer)
    on conflict (destination, buyer) do update set country_id = excluded.country_id, place = excluded.place,
      is_port = excluded.is_port, is_offered = true
     where (door_slots.country_id, door_slots.place, door_slots.is_port, door_slots.is_offered)
       is distinct from (excluded.country_id, excluded.place, excluded.is_port, true)`.execute(db);
  return (await db
    .selectFrom('door_slots')
    .select(['slot', 'destination', 'buyer'])
    .orderBy('slot')
    .execute()) as Slot[];
}

/** Queues all upcoming lots if the table or the fees have changed since their totals were computed. */
export async function queueAllIfChanged(db: Db, inputs: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A large installation queues more lots than the usual time limit allows, and would never get its totals.
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<{ queued: boolean }>`
    with changed as (
      insert into door_state (inputs) values (${inputs})
      on conflict (is_only) do update set inputs = excluded.inputs where door_state.inputs <> excluded.inputs
      returning 1
    ), queued as (
      insert into lot_door_changes (lot_id, auction_at) select id, auction_at from lots where upcoming_page is not null and exists (select from changed)
       order by id
      on conflict (lot_id) do update set version = lot_door_changes.version + 1, auction_at = excluded.auction_at
    )
    select exists (select from changed) as queued`.execute(tx);
    return rows[0]?.queued ?? false;
  });
}

export interface QueuedLot {
  id: number;
  version: number;
}

/** The lots that lists show first, those with the next auctions, come first. */
export const findQueuedLots = async (db: Db, most: number): Promise<QueuedLot[]> =>
  (
    await sql<QueuedLot>`
      (select lot_id as id, version from lot_door_changes where auction_at >= now()
        order by auction_at, lot_id limit ${most})
      union all
      (select lot_id, version from lot_door_changes where auction_at < now()
        order by auction_at, lot_id limit ${most})
      limit ${most}`.execute(db)
  ).rows;

export interface LotTotals {
  lotId: number;
  leastYen: number[];
  mostYen: number[];
  verdicts: number[];
}

/** Stores totals that differ, reports their lots to the list index, and takes the lots off the queue unless they changed meanwhile. Returns how many it took off. */
export async function writeTotals(tx: Tx, done: readonly QueuedLot[], totals: readonly LotTotals[]): Promise<number> {
  await sql`select set_config('seri.computes_doors', '1', true)`.execute(tx);
  await sql`
    with written as (
      insert into lot_doors (lot_id, least_yen, most_yen, verdicts)
      select total."lotId", array(select jsonb_array_elements_text(total."leastYen")::integer),
             array(select jsonb_array_elements_text(total."mostYen")::integer),
             array(select jsonb_array_elements_text(total.verdicts)::smallint)
        from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
          as total ("lotId" bigint, "leastYen" jsonb, "mostYen" jsonb, verdicts jsonb)
        join lots on lots.id = total."lotId"
      on conflict (lot_id) do update
        set least_yen = excluded.least_yen, most_yen = excluded.most_yen, verdicts = excluded.verdicts
        where (lot_doors.least_yen, lot_doors.most_yen, lot_doors.verdicts)
          is distinct from (excluded.least_yen, excluded.most_yen, excluded.verdicts)
      returning lot_id
    )
    insert into lot_changes (lot_ids) select array_agg(lot_id) from written having count(*) > 0`.execute(tx);
  // An entry that another transaction is changing stays: waiting for it could end in a deadlock with a feed import.
  const { rows } = await sql`
    with free as (
      select queue.lot_id from lot_door_changes queue
        join jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as done (id bigint, version integer)
          on queue.lot_id = done.id and queue.version = done.version
       order by queue.lot_id for update of queue skip locked
    )
    delete from lot_door_changes queue using free where queue.lot_id = free.lot_id returning queue.lot_id`.execute(tx);
  return rows.length;
}
