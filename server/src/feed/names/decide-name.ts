import type { Actor } from '../../platform/calls/actor.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  copyModels,
  findMeanings,
  findName,
  hasRow,
  insertNameEvent,
  insertRenaming,
  lockNames,
  type Name,
  refreshMeanings,
  saveState,
} from './name-decision-queries.ts';

/**
 * Makes a name an alias of another one. New rows are imported under the canonical name; the worker renames existing
 * lots. Throws NotFound and the FeedName codes.
 */
export async function mergeName(
  tx: Tx,
  { nameId, targetId }: { nameId: number; targetId: number },
  by: Actor,
): Promise<void> {
  const [name, target] = await locked(tx, [nameId, targetId]);
  if (!name || !target) throw new NotFound();
  if (name.id === target.id || name.kind !== target.kind || name.maker !== target.maker)
    throw new ApiError('FeedName.OtherKind', { fields: { targetId: ['FeedName.OtherKind'] } });
  if (name.state === 'merged') throw new ApiError('FeedName.Merged');
  if (target.state === 'merged') throw new ApiError('FeedName.TargetMerged');
  if (name.kind === 'house') {
    // Its lots have deadlines and bids under its own rules.
    if (await hasRow(tx, name.name)) throw new ApiError('FeedName.HouseStands');
    if (!(await hasRow(tx, target.name))) throw new ApiError('FeedName.HouseNeedsRow');
  }
  if (target.state === 'new') await accept(tx, target, by);
  await saveState(tx, name.id, { state: 'merged', target_id: target.id });
  await refreshMeanings(tx, name);
  if (name.kind === 'maker') await copyModels(tx, { from: name.name, to: target.name });
  await insertNameEvent(tx, { nameId, event: 'merged', targetId, by });
  if (name.kind !== 'house') await insertRenaming(tx, name, { oldName: name.name, names: null });
}

/**
 * Makes these names canonical, all or none. An auction house becomes canonical through its row, which sets its days and
 * minutes.
 */
export async function acceptNames(tx: Tx, nameIds: readonly number[], by: Actor): Promise<void> {
  const names = await locked(tx, [...new Set(nameIds)]);
  for (const name of names) {
    if (!name) throw new NotFound();
    if (name.state === 'merged') throw new ApiError('FeedName.Merged');
    if (name.state === 'own') continue;
    if (name.kind === 'house') throw new ApiError('FeedName.HouseNeedsRow');
    await accept(tx, name, by);
  }
}

/** Undoes a merge: the name is new again, and its lots get it back. Aliases of this name stay aliases. */
export async function undoMerge(tx: Tx, { nameId }: { nameId: number }, by: Actor): Promise<void> {
  const [name] = await locked(tx, [nameId]);
  if (!name) throw new NotFound();
  if (name.state !== 'merged' || name.stands_for === null) throw new ApiError('FeedName.NotMerged');
  const before = await findMeanings(tx, name);
  await saveState(tx, name.id, { state: 'new', target_id: null });
  await refreshMeanings(tx, name);
  const after = new Map((await findMeanings(tx, name)).map((one) => [one.name, one.means]));
  await insertNameEvent(tx, { nameId, event: 'taken back', targetId: null, by });
  // Lots that the alias moved to an auction house have bids and deadlines there.
  if (name.kind === 'house') return;
  const names = before.filter((one) => after.get(one.name) !== one.means).map((one) => one.name);
  await insertRenaming(tx, name, { oldName: name.stands_for, names });
}

/** Decisions run one after the other, so that each sees the ends of all alias chains. */
async function locked(tx: Tx, ids: readonly number[]): Promise<(Name | undefined)[]> {
  await lockNames(tx);
  return Promise.all(ids.map((id) => findName(tx, id)));
}

async function accept(tx: Tx, { id }: Name, by: Actor): Promise<void> {
  await saveState(tx, id, { state: 'own', target_id: null });
  await insertNameEvent(tx, { nameId: id, event: 'accepted', targetId: null, by });
}
