import type { Db } from '../platform/db/db.ts';

/** Every saved search, in one result: the texts are short, and there are at most fifty per person. */
export const findParams = (db: Db): Promise<{ id: number; params: string }[]> =>
  db.selectFrom('saved_searches').select(['id', 'params']).orderBy('id').execute();

/** Updates a search unless its owner has changed it since it was read. */
export async function saveParams(db: Db, { id, from, to }: { id: number; from: string; to: string }): Promise<void> {
  await db.updateTable('saved_searches').set({ params: to }).where('id', '=', id).where('params', '=', from).execute();
}
