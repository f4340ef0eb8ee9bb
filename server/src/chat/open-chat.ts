import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type ChatBid, findChatBid, type Side } from './queries.ts';

interface OpenChat {
  bid: ChatBid;
  side: Side;
  /** A dealer reads the chats of their clients and changes nothing (business-rules.md#dealers). */
  canWrite: boolean;
}

/** The chat of a bid for its client, bid managers and the client's dealer. Throws Access.Denied, NotFound. */
export async function openChat(db: Db | Tx, currentUser: CurrentUser, bidId: number): Promise<OpenChat> {
  const isStaff = currentUser.userType === USER_TYPE.manager;
  if (isStaff && !currentUser.permissions.bidManagementEnabled) throw new ApiError('Access.Denied');
  const bid = await findChatBid(db, bidId);
  if (bid && isStaff) return { bid, side: 'staff', canWrite: true };
  if (bid?.clientId === currentUser.userId) return { bid, side: 'client', canWrite: true };
  if (bid && isDealerOf(bid, currentUser)) return { bid, side: 'client', canWrite: false };
  throw new NotFound();
}

/** The chat of a bid for writing: like `openChat`, but throws NotFound for a dealer. */
export async function openOwnChat(db: Db | Tx, currentUser: CurrentUser, bidId: number): Promise<OpenChat> {
  const chat = await openChat(db, currentUser, bidId);
  if (!chat.canWrite) throw new NotFound();
  return chat;
}

const isDealerOf = ({ dealerId }: ChatBid, { userId, roleId, permissions }: CurrentUser): boolean =>
  dealerId === userId && roleId === ROLE.dealer && permissions.dealerBidAccess;
