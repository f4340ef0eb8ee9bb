import * as z from 'zod/mini';

/** Bid, lot, client, and the dealer who may read along. */
const aboutBid = z.tuple([z.int(), z.int(), z.int(), z.nullable(z.int())]);
const ids = z.array(z.int());

/** What the functions that begin with tell_ (server/schema) tell on the channel `live`: one of these. */
const notice = z.partial(
  z.object({
    bid: z.array(aboutBid),
    chat: z.array(aboutBid),
    lot: ids,
    /** People whose numbers changed. */
    counter: ids,
    /** Sessions that are over. */
    ended: z.array(z.string()),
    /** People who may see more or less than before. */
    rights: ids,
    staffRights: z.boolean(),
    /** A company setting changed. */
    company: z.boolean(),
  }),
);
export type Notice = z.infer<typeof notice>;
export type AboutBid = z.infer<typeof aboutBid>;

/** Nothing of what an older or newer release tells. */
export function readNotice(payload: string): Notice {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? {};
  } catch {
    return {};
  }
}
