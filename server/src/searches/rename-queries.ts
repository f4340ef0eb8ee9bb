import type { Db } from '../platform/db/db.ts';

/** Every saved search; of a portal with ten thousand people they are some thousand short texts. */
export const findParams = (db: Db): Promise<{ id: number; params: string }[]> =>
  db.selectFrom('saved_searches').select(['id', 'params']).orderBy('id').execute();

/** Unless its owner has changed it meanwhile. */
export async function saveParams(db: Db, { id, from, to }: { id: number; from: string; to: string }): Promise<void> {
  await db.updateTable('saved_searches').set({ params: to }).where('id', '=', id).where('params', '=', from).execute();
}
