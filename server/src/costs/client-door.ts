import type { ClientDoor, DoorReply } from '@seri/contract/costs/door-routes.ts';
import { type CostTable, HOME_CURRENCY, homePort } from '@seri/contract/costs/tables.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { findCostTable, findDoor, type StoredDoor, saveDoor } from './queries.ts';

/** The door of a person under a table: their choice, otherwise the first port of their country, never one of another. */
export function doorUnder(table: CostTable | null, stored: StoredDoor): ClientDoor {
  const places = table?.destinations ?? [];
  const chosen = places.find(({ code }) => code === stored.destination) ?? null;
  const destination = chosen ?? homePort(places, stored.countryId);
  const buyers = destination?.buyers ?? [];
  const wanted = stored.buyer ?? 'person';
  const currency = stored.currency ?? destination?.currency ?? HOME_CURRENCY;
  return {
    destination: destination?.code ?? null,
    buyer: buyers.includes(wanted) ? wanted : (buyers[0] ?? wanted),
    currency: isKnownCurrency(table, currency) ? currency : HOME_CURRENCY,
    isChosen: chosen !== null,
    isGone: stored.destination !== null && chosen === null,
  };
}

const isKnownCurrency = (table: CostTable | null, currency: string): boolean =>
  currency === HOME_CURRENCY || currency in (table?.rates ?? {});

export const toDoorReply = (table: CostTable | null, door: ClientDoor): DoorReply => ({
  door,
  destinations: (table?.destinations ?? []).map(({ code, country, label, via, buyers, currency }) => ({
    ...{ code, country, label, buyers, currency },
    via: via ?? null,
  })),
  currencies: [HOME_CURRENCY, ...Object.keys(table?.rates ?? {}).sort()],
  rates: table?.rates ?? {},
});

export async function viewDoor(db: Db, userId: number): Promise<DoorReply> {
  const [stored, answered] = await Promise.all([findCostTable(db), findDoor(db, userId)]);
  const table = stored?.table ?? null;
  return toDoorReply(table, doorUnder(table, answered));
}

/** Saves an answer. Refuses a destination, a buyer or a currency for which today's table has no rules. */
export async function setDoor(
  db: Db,
  userId: number,
  answer: { destination: string; buyer: 'person' | 'company'; currency: string },
): Promise<DoorReply> {
  const table = (await findCostTable(db))?.table ?? null;
  const destination = table?.destinations.find(({ code }) => code === answer.destination);
  if (!destination) throw new ApiError('Door.NoDestination', { fields: { destination: ['Door.NoDestination'] } });
  if (!destination.buyers.includes(answer.buyer))
    throw new ApiError('Door.NoBuyer', { fields: { buyer: ['Door.NoBuyer'] } });
  if (!isKnownCurrency(table, answer.currency))
    throw new ApiError('Door.NoCurrency', { fields: { currency: ['Door.NoCurrency'] } });
  await saveDoor(db, userId, answer);
  return viewDoor(db, userId);
}

/** The table of a day and the person's door under it; null where either is missing. */
export async function findDoorOn(
  db: Db | Tx,
  userId: number,
  { day, knownAt }: { day?: string; knownAt?: Date } = {},
): Promise<{ id: number; table: CostTable; door: ClientDoor & { destination: string } } | null> {
  const stored = await findCostTable(db, day, knownAt ?? null);
  if (!stored) return null;
  const door = doorUnder(stored.table, await findDoor(db, userId));
  const { destination } = door;
  return destination === null ? null : { ...stored, door: { ...door, destination } };
}
