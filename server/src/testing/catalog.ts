import { Client } from 'pg';

/** Objects of Seri's own: not those of extensions, and not the list of migrations. */
const OWN = (oid: string) => `not exists (
  select from pg_depend own where own.objid = ${oid} and (own.deptype = 'e' or own.refobjid = to_regclass('schema_migrations')))`;
const IS_OURS = `c.relnamespace = 'public'::regnamespace and c.oid is distinct from to_regclass('schema_migrations')`;

const PARTS: Record<string, string> = {
  extension: `select extname from pg_extension`,
  table: `
    select c.relname, c.relkind, c.relpersistence, c.reloptions, c.relacl, obj_description(c.oid, 'pg_class')
      from pg_class c where ${IS_OURS} and c.relkind in ('r', 'v', 'm') and ${OWN('c.oid')}`,
  column: `
    select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
           pg_get_expr(d.adbin, d.adrelid), a.attstattarget, a.attacl, col_description(c.oid, a.attnum)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where ${IS_OURS} and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select c.relname, k.conname, pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid where ${IS_OURS}`,
  index: `
    select c.relname, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid where ${IS_OURS}`,
  statistics: `
    select pg_get_statisticsobjdef(s.oid), s.stxstattarget from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid
     where ${IS_OURS}`,
  view: `select c.relname, pg_get_viewdef(c.oid) from pg_class c where ${IS_OURS} and c.relkind in ('v', 'm')`,
  function: `
    select pg_get_functiondef(p.oid), p.proacl from pg_proc p
     where p.pronamespace = 'public'::regnamespace and ${OWN('p.oid')}`,
  trigger: `
    select pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where ${IS_OURS} and not t.tgisinternal`,
  sequence: `
    select c.relname, format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcycle
      from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${IS_OURS} and ${OWN('c.oid')}`,
  type: `
    select t.typname, t.typtype from pg_type t
     where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r') and ${OWN('t.oid')}`,
};

/** What a database consists of, one line for each object, whatever the order in which it was made; and its first rows. */
export async function catalogOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const [part, query] of Object.entries(PARTS)) {
      const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
      lines.push(...rows.map((row) => `${part} ${row.map((value) => value ?? '-').join(' | ')}`));
    }
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where ${IS_OURS} and c.relkind = 'r' and c.relname <> 'installation_facts'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      lines.push(...rows.map(({ row }) => `row ${name} ${row}`));
    }
    return lines.toSorted();
  } finally {
    await client.end();
  }
}
