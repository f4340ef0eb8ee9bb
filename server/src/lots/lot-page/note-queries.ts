import type { Tx } from '../../platform/db/db.ts';

/** The current note with its row locked; undefined when the page has no such lot. */
export async function lockNote(
  tx: Tx,
  id: number,
  vehicle: 'car' | 'bike',
): Promise<{ manager_note: string } | undefined> {
  return tx
    .selectFrom('lots')
    .select('manager_note')
    .where('id', '=', id)
    .where('vehicle', '=', vehicle)
    .forUpdate()
    .executeTakeFirst();
}

export async function writeNote(
  tx: Tx,
  { lotId, actorId, before, after }: { lotId: number; actorId: number; before: string; after: string },
): Promise<void> {
  await tx.updateTable('lots').set({ manager_note: after }).where('id', '=', lotId).execute();
  await tx.insertInto('lot_note_events').values({ lot_id: lotId, actor_id: actorId, before, after }).execute();
}
