import * as z from 'zod/mini';
import { intParam, noQuery, route } from '../http.ts';
import { MAX_GROUP_CARS } from './groups.ts';

/** A to J. */
export const groupValue = z.int().check(z.minimum(1), z.maximum(10));
const groupOption = z.object({
  /** -1: no group. 1 to 10 are A to J. */
  value: z.int(),
  label: z.string(),
  /** Number of cars it buys; -1 = any number, 0 = no group. */
  cars: z.int(),
  /** Counts of the current round: bids that may still win, and those bought or won. */
  bids: z.int(),
  wins: z.int(),
  /** The smallest number of cars that can be set. */
  fewest: z.int(),
});
export type BidGroupOption = z.infer<typeof groupOption>;
const clientId = intParam(1, 2_147_483_647);

export const bidGroups = route({
  method: 'GET',
  path: '/v1/bid/group',
  budget: 'read',
  summary: 'Bid groups with the number of cars each buys, the placeholder first; managers name the client',
  access: 'signed_in',
  query: z.strictObject({ userId: z.optional(clientId) }),
  reply: z.array(groupOption),
  errors: ['NotFound'],
});

export const setBidGroup = route({
  method: 'PUT',
  path: '/v1/bid/group',
  isBid: true,
  budget: 'write',
  summary: 'Set the number of cars that a bid group buys; -1 is any number',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    value: groupValue,
    cars: z.union([z.literal(-1), z.int().check(z.minimum(1), z.maximum(MAX_GROUP_CARS))]),
    userId: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  }),
  reply: groupOption,
  errors: ['NotFound', 'Access.Denied', 'Bid.Restricted', 'Bid.GroupTooFew', 'Bid.Credit'],
});
