import type { Db } from '../../platform/db/db.ts';
import { hashOfDigest, hashOfHeads, sha256 } from './daily-digest.ts';
import {
  type ChainedEvent,
  type DailyDigest,
  findChainedAfter,
  findDigestHeads,
  findDigests,
  findHeads,
  type Head,
} from './event-chain-queries.ts';

const NO_HEAD: Head = { clientId: 0, chainNo: 0, hash: '' };

/** Describes every event of the log that was changed, removed or moved; empty for an intact log (docs/decisions/008). */
export async function findBrokenChains(db: Db): Promise<string[]> {
  const { faults, ends } = await verifyChains(db);
  return [...faults, ...findWrongHeads(ends, await findHeads(db)), ...(await findWrongDigests(db))];
}

/** Verifies each client's chain from the first event to the last, page by page. */
async function verifyChains(db: Db): Promise<{ faults: string[]; ends: Map<number, Head> }> {
  const faults: string[] = [];
  const ends = new Map<number, Head>();
  let last: Head = NO_HEAD;
  for (let page = await findChainedAfter(db, last); page.length > 0; page = await findChainedAfter(db, last)) {
    for (const event of page) {
      faults.push(...faultsOf(event, ends.get(event.clientId)));
      ends.set(event.clientId, event);
      last = event;
    }
  }
  return { faults, ends };
}

function faultsOf({ clientId, chainNo, previousHash, hash, line }: ChainedEvent, before: Head | undefined): string[] {
  const name = `client ${clientId}: event ${chainNo}`;
  const expectedNo = (before?.chainNo ?? 0) + 1;
  return [
    ...(chainNo === expectedNo ? [] : [`client ${clientId}: event ${expectedNo} is missing`]),
    ...(previousHash === (before?.hash ?? null) ? [] : [`${name} does not follow the previous event`]),
    ...(hash === sha256(line) ? [] : [`${name} does not match its hash`]),
  ];
}

function findWrongHeads(ends: ReadonlyMap<number, Head>, heads: readonly Head[]): string[] {
  const stored = new Map(heads.map((head) => [head.clientId, head]));
  return [...new Set([...ends.keys(), ...stored.keys()])].flatMap((clientId) => {
    const [end, head] = [ends.get(clientId) ?? NO_HEAD, stored.get(clientId) ?? NO_HEAD];
    if (end.chainNo === head.chainNo && end.hash === head.hash) return [];
    return [`client ${clientId}: the log ends with event ${end.chainNo}, its head is event ${head.chainNo}`];
  });
}

async function findWrongDigests(db: Db): Promise<string[]> {
  const faults: string[] = [];
  let previous: DailyDigest | undefined;
  for (const digest of await findDigests(db)) {
    const heads = await findDigestHeads(db, digest.day);
    if (digest.previousHash !== (previous?.hash ?? null))
      faults.push(`the digest before that of ${digest.day} is missing`);
    if (digest.hash !== hashOfDigest(digest)) faults.push(`the digest of ${digest.day} does not match its hash`);
    if (digest.clients !== heads.length || digest.headsHash !== hashOfHeads(heads))
      faults.push(`the events do not match the digest of ${digest.day}`);
    previous = digest;
  }
  return faults;
}
