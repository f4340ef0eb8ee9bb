import type { Db } from '../../platform/db/db.ts';
import {
  type ChainedEvent,
  findChainedAfter,
  findHeads,
  findSealedHeads,
  findSeals,
  type Head,
  type Seal,
} from './event-chain-queries.ts';
import { hashOfHeads, hashOfSeal, sha256 } from './seal-events.ts';

const NOWHERE: Head = { clientId: 0, chainNo: 0, hash: '' };

/** Every sentence names something in the log that was changed, removed or moved; none on a sound one (docs/decisions/008). */
export async function findBrokenChains(db: Db): Promise<string[]> {
  const { faults, ends } = await walkChains(db);
  return [...faults, ...wrongHeads(ends, await findHeads(db)), ...(await wrongSeals(db))];
}

/** Along each client's chain from its first event to its last, a page at a time. */
async function walkChains(db: Db): Promise<{ faults: string[]; ends: Map<number, Head> }> {
  const faults: string[] = [];
  const ends = new Map<number, Head>();
  let last: Head = NOWHERE;
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
    ...(previousHash === (before?.hash ?? null) ? [] : [`${name} does not go on from the one before`]),
    ...(hash === sha256(line) ? [] : [`${name} is not what was hashed`]),
  ];
}

function wrongHeads(ends: ReadonlyMap<number, Head>, heads: readonly Head[]): string[] {
  const kept = new Map(heads.map((head) => [head.clientId, head]));
  return [...new Set([...ends.keys(), ...kept.keys()])].flatMap((clientId) => {
    const [end, head] = [ends.get(clientId) ?? NOWHERE, kept.get(clientId) ?? NOWHERE];
    if (end.chainNo === head.chainNo && end.hash === head.hash) return [];
    return [`client ${clientId}: the log ends with event ${end.chainNo}, its head is event ${head.chainNo}`];
  });
}

async function wrongSeals(db: Db): Promise<string[]> {
  const faults: string[] = [];
  let previous: Seal | undefined;
  for (const seal of await findSeals(db)) {
    const heads = await findSealedHeads(db, seal.day);
    if (seal.previousHash !== (previous?.hash ?? null)) faults.push(`the seal before that of ${seal.day} is missing`);
    if (seal.hash !== hashOfSeal(seal)) faults.push(`the seal of ${seal.day} is not what was hashed`);
    if (seal.clients !== heads.length || seal.headsHash !== hashOfHeads(heads))
      faults.push(`the events are not those that were sealed on ${seal.day}`);
    previous = seal;
  }
  return faults;
}
