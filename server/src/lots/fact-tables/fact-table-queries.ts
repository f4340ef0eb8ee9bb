import type { FactTableHead, FactTableRow, KnownTypeCode } from '@seri/contract/lots/vehicle/fact-table.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Serializes imports of facts tables. */
const FACT_TABLE_LOCK = 7_274_031;

export const lockFactTables = (tx: Tx) => sql`select pg_advisory_xact_lock(${FACT_TABLE_LOCK})`.execute(tx);

/** Writes a table in place of the one with its name. */
export async function writeFactTable(
  tx: Tx,
  { name, source, address, date }: FactTableHead,
  rows: readonly FactTableRow[],
): Promise<void> {
  await tx.deleteFrom('fact_tables').where('name', '=', name).execute();
  await sql`
    with written as (
      insert into fact_tables (name, source, address, dated) values (${name}, ${source}, ${address ?? null}, ${date})
      returning id
    )
    insert into fact_table_rows (table_id, type_code, facts)
    select written.id, row.type_code, row.facts
      from written, jsonb_to_recordset(${JSON.stringify(
        rows.map(({ typeCode, facts }) => ({ type_code: typeCode, facts })),
      )}::jsonb) as row(type_code text, facts jsonb)`.execute(tx);
}

/** Every row of every table, the oldest table first. */
export async function findFactRows(tx: Tx): Promise<(FactTableRow & { name: string })[]> {
  const { rows } = await sql<FactTableRow & { name: string }>`
    select name, type_code as "typeCode", facts from fact_tables join fact_table_rows on table_id = id
     order by dated, id, type_code`.execute(tx);
  return rows;
}

export async function replaceKnownTypeCodes(tx: Tx, known: readonly KnownTypeCode[]): Promise<void> {
  await sql`delete from known_type_codes`.execute(tx);
  await sql`
    insert into known_type_codes (type_code, is_own, facts)
    select "typeCode", "isOwn", facts
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as row("typeCode" text, "isOwn" boolean, facts jsonb)`.execute(
    tx,
  );
}

/**
 * Applies the tables to the lots with ids in a range. Returns the number of changed ones. Triggers notify the list
 * indexes.
 */
export async function applyTables(db: Db, after: number, upTo: number): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    with known as (
      select id, (facts - 'table' - 'tables')
                 || coalesce(table_facts_of(coalesce(facts->'manager'->>'typeCode', facts->'feed'->>'typeCode'), nullif(chassis_code, '')), '{}') as facts
        from lots where id > ${after} and id <= ${upTo}
    ), changed as (
      update lots set facts = known.facts from known
       where lots.id = known.id and lots.facts is distinct from known.facts returning lots.id
    )
    select count(*)::integer as changed from changed`.execute(db);
  return rows[0]?.changed ?? 0;
}

export async function findLastLotId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from lots`.execute(db);
  return rows[0]?.last ?? 0;
}

export interface ListedFactTable {
  name: string;
  source: string;
  address: string | null;
  dated: string;
  imported_at: Date;
  rows: number;
}

export async function findFactTables(db: Db): Promise<ListedFactTable[]> {
  const { rows } = await sql<ListedFactTable>`
    select name, source, address, dated::text as dated, imported_at,
           (select count(*)::integer from fact_table_rows where table_id = id) as rows
      from fact_tables order by dated desc, name`.execute(db);
  return rows;
}

/** Rows of the tables for a type code, with or without emission class, the newest table first. */
export async function findRowsOfCode(
  db: Db,
  typeCode: string,
): Promise<{ name: string; type_code: string; facts: Record<string, unknown> }[]> {
  const { rows } = await sql<{ name: string; type_code: string; facts: Record<string, unknown> }>`
    select name, type_code, facts from fact_tables join fact_table_rows on table_id = id
     where type_code = ${typeCode} or type_code like ${`%-${typeCode}`} or type_code = split_part(${typeCode}, '-', 2)
     order by dated desc, type_code`.execute(db);
  return rows;
}
