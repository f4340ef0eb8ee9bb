import type { OnOutcome } from '../../feed/merge/notify-outcomes.ts';
import { renameLots } from '../../feed/names/rename-lots.ts';
import { findNameRules } from '../../feed/names/rename-queries.ts';
import { retryQuarantined } from '../../feed/retry-quarantined.ts';
import type { Database } from '../../platform/db/db.ts';
import { findParams, saveParams } from '../../searches/rename-queries.ts';
import { renamedParams } from '../../searches/renamed-params.ts';

/**
 * Applies decisions about names: retries quarantined lots of new auction houses, renames lots, and replaces aliases in
 * saved searches.
 */
export async function applyNames(
  database: Pick<Database, 'db' | 'pool'>,
  onOutcome: OnOutcome,
  signal?: AbortSignal,
): Promise<void> {
  await retryQuarantined(database, onOutcome);
  await renameLots(database, () => renameSearches(database), signal);
}

async function renameSearches({ db }: Pick<Database, 'db'>): Promise<void> {
  const rules = await findNameRules(db);
  for (const { id, params } of await findParams(db)) {
    const renamed = renamedParams(params, rules);
    if (renamed !== params) await saveParams(db, { id, from: params, to: renamed });
  }
}
