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
 * This name means that one. Rows under it that come from now on are taken under the other; lots that are there are
 * renamed by the worker. Throws NotFound and the codes of FeedName.
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
    // Its lots have deadlines and bids by its own rules.
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

/** These are names of their own; all or none. A house becomes one by its row, which has its days and minutes. */
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

/** A merged name is new again, and its lots get it back; names that were merged into it keep meaning it. */
export async function takeBackName(tx: Tx, { nameId }: { nameId: number }, by: Actor): Promise<void> {
  const [name] = await locked(tx, [nameId]);
  if (!name) throw new NotFound();
  if (name.state !== 'merged' || name.stands_for === null) throw new ApiError('FeedName.NotMerged');
  const before = await findMeanings(tx, name);
  await saveState(tx, name.id, { state: 'new', target_id: null });
  await refreshMeanings(tx, name);
  const after = new Map((await findMeanings(tx, name)).map((one) => [one.name, one.means]));
  await insertNameEvent(tx, { nameId, event: 'taken back', targetId: null, by });
  // What came to a house by its rule has bids and deadlines there.
  if (name.kind === 'house') return;
  const names = before.filter((one) => after.get(one.name) !== one.means).map((one) => one.name);
  await insertRenaming(tx, name, { oldName: name.stands_for, names });
}

/** Decisions come one after the other: each sees where the chains of all names end. */
async function locked(tx: Tx, ids: readonly number[]): Promise<(Name | undefined)[]> {
  await lockNames(tx);
  return Promise.all(ids.map((id) => findName(tx, id)));
}

async function accept(tx: Tx, { id }: Name, by: Actor): Promise<void> {
  await saveState(tx, id, { state: 'own', target_id: null });
  await insertNameEvent(tx, { nameId: id, event: 'accepted', targetId: null, by });
}
