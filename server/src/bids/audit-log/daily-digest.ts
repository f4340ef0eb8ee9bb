import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { type DailyDigest, findDayForDigest, findHeads, type Head, insertDigest } from './event-chain-queries.ts';

/** Writes the digest of the last ended day in Japan over the newest event of each client; null if that day has one. */
export async function writeDailyDigest(db: Db): Promise<DailyDigest | null> {
  const open = await findDayForDigest(db);
  if (!open || open.hasDigest) return null;
  const heads = await findHeads(db);
  const { day, writtenAt, previousHash } = open;
  const content = { day, writtenAt, clients: heads.length, headsHash: hashOfHeads(heads), previousHash };
  const digest = { ...content, hash: hashOfDigest(content) };
  return (await insertDigest(db, digest, heads)) ? digest : null;
}

/** Hash over the heads; they must be in ascending order of clients. */
export const hashOfHeads = (heads: readonly Head[]): string =>
  sha256(heads.map(({ clientId, chainNo, hash }) => `${clientId}:${chainNo}:${hash}`).join('\n'));

export const hashOfDigest = ({ day, writtenAt, clients, headsHash, previousHash }: Omit<DailyDigest, 'hash'>): string =>
  sha256([day, writtenAt.toISOString(), clients, headsHash, previousHash ?? ''].join('\n'));

/** Hexadecimal hash of the text in UTF-8. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
