import * as z from 'zod/mini';
import { instant, intParam, noQuery, route, success } from '../http.ts';

/** Characters of one message. */
export const MAX_MESSAGE_LENGTH = 2_000;

const MAX_ID = Number.MAX_SAFE_INTEGER;
const idField = z.int().check(z.minimum(1), z.maximum(MAX_ID));
const bidQuery = z.strictObject({ bidId: intParam(1, 999_999_999_999) });

const message = z.object({
  id: z.int(),
  text: z.string(),
  time: instant,
  /** Written by the reader. */
  isOwn: z.boolean(),
  isStaff: z.boolean(),
  /** Name of the author; clients and dealers read the company's label instead of a manager's name (business-rules.md#manager-names). */
  name: z.string(),
});
export type ChatMessage = z.infer<typeof message>;

export const viewChat = route({
  method: 'GET',
  path: '/v1/bid/chat',
  budget: 'read',
  summary: 'The newest 500 messages about a bid, oldest first: for its client, managers, and read-only for its dealer',
  access: 'signed_in',
  query: bidQuery,
  reply: z.object({
    chat: z.array(message),
    /** The reader's side has read all of it. */
    isRead: z.boolean(),
    /** False for a dealer, who can only read. */
    canWrite: z.boolean(),
    /** The bid of the chat, for a heading where no row is at hand. */
    bid: z.object({
      lotId: z.string(),
      lotNo: z.int(),
      auctionName: z.string(),
      auctionDate: z.string(),
      maker: z.string(),
      model: z.string(),
      year: z.nullable(z.int()),
      chassis: z.string(),
      /** The client; null when the client is the reader. */
      user: z.nullable(z.object({ name: z.string(), clientId: z.string() })),
    }),
  }),
  errors: ['NotFound'],
});
export type Chat = z.infer<typeof viewChat.reply>;

export const updateChatStatus = route({
  method: 'PUT',
  path: '/v1/bid/update-chat-status',
  budget: 'write',
  summary: "Mark a chat as read by the caller's side, up to a message or entirely",
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({ bidId: idField, messageId: z.optional(idField) }),
  reply: success,
  errors: ['NotFound'],
});

export const saveChat = route({
  method: 'POST',
  path: '/v1/bid/save-chat',
  budget: 'write',
  summary: 'Write a message about a bid; plain text',
  access: 'signed_in',
  query: noQuery,
  body: z.strictObject({
    bidId: idField,
    comment: z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_MESSAGE_LENGTH)),
  }),
  reply: z.object({ success: z.literal(true), id: z.int(), time: instant }),
  errors: ['NotFound', 'Field.Required', 'Field.Invalid', 'Idempotency.Mismatch', 'Idempotency.InProgress'],
  repeatSafe: true,
});

export const chatTemplates = route({
  method: 'GET',
  path: '/v1/bid/chat-templates',
  budget: 'read',
  summary: "Message templates: the label in the manager's language, the text in that of the bid's client",
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: bidQuery,
  reply: z.array(z.object({ label: z.string(), text: z.string() })),
  errors: ['NotFound'],
});
