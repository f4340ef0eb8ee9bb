import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { feeLines } from '../fee-queries.ts';
import { purchaseNumber } from '../purchase-id.ts';
import { chargedYen } from '../queries.ts';

export interface ManagedRow {
  id: number;
  userId: number;
  client: string;
  sku: string;
  title: string;
  chassis: string;
  lotNo: number;
  auction: string;
  boughtOn: string;
  status: number;
  totalYen: number;
  stockYard: string | null;
  yardArrivalEta: string | null;
  exportPort: string | null;
  shippingLine: string | null;
  vessel: string | null;
  voyage: string | null;
  destination: string | null;
  dischargePort: string | null;
  etd: string | null;
  eta: string | null;
  note: string;
  fees: Partial<Record<string, number>>;
  documents: { id: number; kind: string; name: string; type: string }[];
}

export interface ManagedFilter {
  search?: string | undefined;
  status?: number | undefined;
  userId?: number | undefined;
  purchaseId?: number | undefined;
}

const TABLES = sql`purchases join lots l on l.id = purchases.lot_id join auction_houses h on h.id = l.house_id
  join users u on u.id = purchases.user_id`;

function fits({ search = '', status, userId, purchaseId }: ManagedFilter): RawBuilder<boolean> {
  const text = search.trim();
  const words = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const client = Number(/^c-?0*([1-9]\d{0,8})$/i.exec(text)?.[1] ?? 0);
  const found = purchaseNumber(text.toUpperCase()) ?? 0;
  return sql<boolean>`(${userId ?? null}::integer is null or u.id = ${userId ?? null})
    and (${status ?? null}::integer is null or purchases.status = ${status ?? null})
    and (${purchaseId ?? null}::bigint is null or purchases.id = ${purchaseId ?? null})
    and (${text === ''} or l.chassis_number ilike ${words} or concat_ws(' ', l.maker, l.model) ilike ${words}
      or u.full_name ilike ${words} or u.company ilike ${words} or purchases.sku ilike ${words}
      or l.lot_no::text = ${text} or u.id = ${client} or purchases.id = ${found})`;
}

/** Returns everybody's purchases for managers, newest first. */
export async function findManaged(
  db: Db,
  filter: ManagedFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    select purchases.id, u.id as "userId", u.full_name as client, purchases.sku, l.lot_no as "lotNo", h.name as auction,
      concat_ws(' ', l.maker, l.model) as title, l.chassis_number as chassis, purchased_on as "boughtOn", purchases.status,
      ${chargedYen} as "totalYen", stock_yard as "stockYard", yard_arrival_eta as "yardArrivalEta",
      purchases.export_port as "exportPort", shipping_line as "shippingLine", vessel, voyage, destination,
      discharge_port as "dischargePort", etd, eta, note,
      coalesce((select jsonb_object_agg(kind, yen) from ${feeLines} lines where yen <> 0), '{}') as fees,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'name', d.name, 'type', d.type) order by d.id)
        from purchase_documents d where d.purchase_id = purchases.id and d.removed_at is null), '[]') as documents
    from ${TABLES} where ${fits(filter)}
    order by purchased_on desc, purchases.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows;
}

export async function countManaged(db: Db, filter: ManagedFilter): Promise<{ found: number; all: number }> {
  const { rows } = await sql<{ found: number; all: number }>`
    select (select count(*) from ${TABLES} where ${fits(filter)}) as found, (select count(*) from purchases) as all`.execute(
    db,
  );
  return rows[0] ?? { found: 0, all: 0 };
}
