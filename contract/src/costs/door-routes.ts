import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';
import { BUYERS } from './buyers.ts';

const placeCode = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const text = z.object({ en: z.string(), ru: z.string() });

/** Where a client wants a vehicle delivered, and as whom they import it. */
const door = z.object({
  /** Null: none is chosen, and the table has no port in the client's country. */
  destination: z.nullable(placeCode),
  buyer: z.enum(BUYERS),
  /** Currency in which totals are shown; yen are binding. */
  currency,
  /** False: the client has not answered yet, and this is the first port of their country. */
  isChosen: z.boolean(),
  /** The table no longer has the destination that the client chose. */
  isGone: z.boolean(),
});
export type ClientDoor = z.infer<typeof door>;

/** A destination that a client may choose. */
const offered = z.object({
  code: placeCode,
  country: text,
  label: text,
  /** The port of an inland place. */
  via: z.nullable(placeCode),
  buyers: z.array(z.enum(BUYERS)),
  currency,
});
export type OfferedDestination = z.infer<typeof offered>;

export const doorReply = z.object({
  door,
  destinations: z.array(offered),
  currencies: z.array(currency),
  /** Yen per unit. */
  rates: z.record(z.string(), z.number()),
});
export type DoorReply = z.infer<typeof doorReply>;

export const viewDoor = route({
  method: 'GET',
  path: '/v1/costs/door',
  budget: 'read',
  summary: "The reader's destination, kind of buyer and currency, and the destinations to choose from",
  access: 'signed_in',
  query: noQuery,
  reply: doorReply,
});

export const setDoor = route({
  method: 'PUT',
  path: '/v1/costs/door',
  budget: 'write',
  summary: 'Choose the destination, the kind of buyer and the currency of totals',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ destination: placeCode, buyer: z.enum(BUYERS), currency }),
  reply: doorReply,
  errors: ['Door.NoDestination', 'Door.NoBuyer', 'Door.NoCurrency'],
});
