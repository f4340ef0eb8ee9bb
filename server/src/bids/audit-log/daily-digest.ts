import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { type DailyDigest, findDayToSeal, findHeads, type Head, insertSeal } from './event-chain-queries.ts';

/** Writes the digest of the last ended day in Japan over the newest event of each client; null if that day has one. */
export async function writeDailyDigest(db: Db): Promise<DailyDigest | null> {
  const open = await findDayToSeal(db);
  if (!open || open.isSealed) return null;
  const heads = await findHeads(db);
  const { day, sealedAt, previousHash } = open;
  const content = { day, sealedAt, clients: heads.length, headsHash: hashOfHeads(heads), previousHash };
  const seal = { ...content, hash: hashOfSeal(content) };
  return (await insertSeal(db, seal, heads)) ? seal : null;
}

/** Hash over the heads; they must be in ascending order of clients. */
export const hashOfHeads = (heads: readonly Head[]): string =>
  sha256(heads.map(({ clientId, chainNo, hash }) => `${clientId}:${chainNo}:${hash}`).join('\n'));

export const hashOfSeal = ({ day, sealedAt, clients, headsHash, previousHash }: Omit<DailyDigest, 'hash'>): string =>
  sha256([day, sealedAt.toISOString(), clients, headsHash, previousHash ?? ''].join('\n'));

/** Hexadecimal hash of the text in UTF-8. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
