// Checks a log of bids as its client exported it (GET /v1/bid/export-log). Runs on any Node from 20 on, without packages:
//   node scripts/verify-bid-log.mjs FILE.json [EARLIER-FILE.json]
// With an earlier export it also checks that its entries are unchanged.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

/** Fields of the event itself; they do not carry over to the bid. */
const OF_THE_EVENT = ['notForwardedNow', 'lastHourAccepted', 'offerYen'];

/** Follows the chain from its first event. Returns the resulting bids, and the fault of its first wrong event, or null. */
export function verifyLog({ clientId, events }) {
  const bids = new Map();
  let previousHash = null;
  for (const [index, entry] of events.entries()) {
    const { line, hash } = entry ?? {};
    const event = readLine(line);
    const fault =
      chainFault(event, { clientId, chainNo: index + 1, previousHash, line, hash }) ??
      replayFault(event, bids.get(event?.bidId));
    if (fault) return { bids, fault: `event ${index + 1} ${fault}` };
    bids.set(event.bidId, { lotId: event.lotId, state: stateAfter(event) });
    previousHash = hash;
  }
  return { bids, fault: null };
}

/** Returns the first difference between an earlier export and the later one, or null. */
export function findRewriting(earlier, later) {
  if (earlier.clientId !== later.clientId) return 'the earlier file is the log of another client';
  const at = earlier.events.findIndex(({ line, hash }, index) => {
    const event = later.events[index];
    return event?.line !== line || event.hash !== hash;
  });
  return at < 0 ? null : `event ${at + 1} is not what it was in the earlier file`;
}

function readLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function chainFault(event, { clientId, chainNo, previousHash, line, hash }) {
  if (createHash('sha256').update(String(line)).digest('hex') !== hash) return 'is not what was hashed';
  if (typeof event?.after !== 'object' || event.after === null) return 'cannot be read';
  if (event.clientId !== clientId) return 'belongs to another client';
  if (event.chainNo !== chainNo) return `has the number ${event.chainNo}: one is missing, or they were moved`;
  if (event.previousHash !== previousHash) return 'does not go on from the one before';
  return null;
}

function replayFault({ bidId, lotId, before, after }, bid) {
  if (!isDeepStrictEqual(before, bid?.state ?? null)) return `does not find bid ${bidId} as the one before left it`;
  if (bid && bid.lotId !== lotId) return `moves bid ${bidId} to another lot`;
  if (after.version !== (before?.version ?? 0) + 1) return `skips a version of bid ${bidId}`;
  return null;
}

const stateAfter = ({ after }) =>
  Object.fromEntries(Object.entries(after).filter(([name]) => !OF_THE_EVENT.includes(name)));

function readLog(file) {
  const log = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(log?.events)) throw new Error('it is not an exported bid log');
  return log;
}

function main([file, earlierFile]) {
  if (!file) return fail('usage: node scripts/verify-bid-log.mjs FILE.json [EARLIER-FILE.json]');
  let log;
  let earlier;
  try {
    log = readLog(file);
    earlier = earlierFile && readLog(earlierFile);
  } catch (error) {
    return fail(`A file cannot be read: ${error.message}`);
  }
  const { bids, fault } = verifyLog(log);
  const wrong = fault ?? (earlier ? findRewriting(earlier, log) : null);
  if (wrong) return fail(`The log is not sound: ${wrong}.`);
  for (const [bidId, { lotId, state }] of bids)
    process.stdout.write(`bid ${bidId}, lot ${lotId}, status ${state.status}, ${state.amountYen} yen\n`);
  process.stdout.write(`${log.events.length} events of client ${log.clientId} are sound, ${bids.size} bids.\n`);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
