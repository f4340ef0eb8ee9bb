import { NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockNote, writeNote } from './note-queries.ts';

interface Note {
  lotId: number;
  vehicle: 'car' | 'bike';
  managerId: number;
  /** Empty deletes the note. */
  text: string;
}

/** Saves the manager's note on a lot and records its author; an unchanged text is not recorded. */
export async function saveNote(db: Db, { lotId, vehicle, managerId, text }: Note): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lot = await lockNote(tx, lotId, vehicle);
    if (!lot) throw new NotFound();
    if (lot.manager_note === text) return;
    await writeNote(tx, { lotId, actorId: managerId, before: lot.manager_note, after: text });
  });
}
