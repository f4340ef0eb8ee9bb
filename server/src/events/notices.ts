import * as z from 'zod/mini';

/** Bid, lot, client, and the client's dealer. */
const aboutBid = z.tuple([z.int(), z.int(), z.int(), z.nullable(z.int())]);
const ids = z.array(z.int());

/** Payload of the channel `live`, written by the publish_* functions of server/schema/events. */
const notice = z.partial(
  z.object({
    bid: z.array(aboutBid),
    chat: z.array(aboutBid),
    lot: ids,
    /** Users whose counters changed. */
    counter: ids,
    /** Sessions that ended. */
    ended: z.array(z.string()),
    /** Users whose permissions changed. */
    rights: ids,
    staffRights: z.boolean(),
    /** A company setting changed. */
    company: z.boolean(),
  }),
);
export type Notice = z.infer<typeof notice>;
export type AboutBid = z.infer<typeof aboutBid>;

/** Parses a notice; empty for an unknown form, which another release may send. */
export function readNotice(payload: string): Notice {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? {};
  } catch {
    return {};
  }
}
