import type { FeeKind } from '@seri/contract/purchases/finances.ts';
import { sql } from 'kysely';
import { type Actor, actorIdOf } from '../platform/calls/actor.ts';
import type { Db, Tx } from '../platform/db/db.ts';

/**
 * The charges of a purchase besides its settlement, by kind. A charge without a kind is freight or another fee, and a
 * reversal counts under the kind of the reversed posting.
 */
export const feeLines = sql<{ kind: FeeKind; yen: number }>`(
  select coalesce(fee.kind, case first.kind when 'freight' then 'freight' else 'otherFees' end) as kind,
         -sum(e.amount_yen)::bigint as yen
    from ledger_postings p
    join ledger_postings first on first.id = coalesce(p.corrects_id, p.id)
    left join purchase_fees fee on fee.posting_id = first.id
    join ledger_entries e on e.posting_id = p.id
    join ledger_accounts a on a.id = e.account_id and a.user_id = purchases.user_id
   where p.purchase_id = purchases.id and first.kind in ('fee', 'freight')
   group by 1)`;

/** Returns the charges besides price, agent's fee and haulage, by kind. */
export async function findFees(db: Db, purchaseId: number): Promise<Partial<Record<FeeKind, number>>> {
  const { rows } = await sql<{ kind: FeeKind; yen: number }>`
    select lines.kind, lines.yen from purchases, lateral ${feeLines} lines where purchases.id = ${purchaseId}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ kind, yen }) => [kind, yen]));
}

/** Returns the sum and the number of charges of a kind, and the car's name for the next posting. */
export async function findCharged(tx: Tx, purchaseId: number, kind: FeeKind) {
  const { rows } = await sql<{ chargedYen: number; times: number; vehicle: string }>`
    select coalesce((select yen from ${feeLines} lines where lines.kind = ${kind}), 0)::bigint as "chargedYen",
           (select count(*) from purchase_fees where purchase_id = purchases.id and kind = ${kind}) as times,
           concat_ws(' ', l.maker, l.model, nullif(l.chassis_number, '')) as vehicle
      from purchases join lots l on l.id = purchases.lot_id
     where purchases.id = ${purchaseId}`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

interface NewFee {
  purchaseId: number;
  kind: string;
  amountYen: number;
  postingId: number;
  by: Actor;
}

export const insertFee = (tx: Tx, { purchaseId, kind, amountYen, postingId, by }: NewFee) =>
  tx
    .insertInto('purchase_fees')
    .values({ purchase_id: purchaseId, kind, amount_yen: amountYen, posting_id: postingId, user_id: actorIdOf(by) })
    .execute();
