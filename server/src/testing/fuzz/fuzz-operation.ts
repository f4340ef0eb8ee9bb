import fc from 'fast-check';
import { A_PROGRAM } from './canaries.ts';
import { findingsOf } from './findings.ts';
import type { Operation } from './operations.ts';
import { type Shot, shotOf } from './requests.ts';
import type { World } from './world.ts';

export interface Finding {
  operation: string;
  what: string;
  /** Shrunk to its smallest form; `npm run fuzz -- --replay` sends it again. */
  shot: Shot;
  reply: string;
}

export interface Report {
  operation: string;
  requests: number;
  byStatus: Map<number, number>;
  slowestMs: number;
  seconds: number;
  findings: Finding[];
}

const MAX_FINDINGS = 8;
const SHRINKS = 300;

/** Sends this many requests, generated from the seed, to one operation; each kind of finding is shrunk once. */
export async function fuzzOperation(
  world: World,
  operation: Operation,
  { requests, seed, slowMs }: { requests: number; seed: number; slowMs?: number },
): Promise<Report> {
  const startedMs = performance.now();
  const report: Report = {
    operation: operation.name,
    requests: 0,
    byStatus: new Map(),
    slowestMs: 0,
    seconds: 0,
    findings: [],
  };
  const known = new Set<string>();
  const shots = shotOf(operation, peopleFor(operation, world.people), world.pools);

  for (let round = 0; report.requests < requests && report.findings.length < MAX_FINDINGS; round++) {
    let found: { what: string; shot: Shot; reply: string } | null = null;
    let shrinks = 0;
    const property = fc.asyncProperty(shots, async (shot) => {
      if (found && ++shrinks > SHRINKS) return;
      const reply = await world.fire(shot);
      if (!found) {
        report.requests++;
        report.byStatus.set(reply.status, (report.byStatus.get(reply.status) ?? 0) + 1);
        report.slowestMs = Math.max(report.slowestMs, reply.ms);
      }
      const wanted = found?.what;
      const what = findingsOf(operation, shot, reply, slowMs).find((each) =>
        wanted ? each === wanted : !known.has(each),
      );
      if (!what) return;
      found = { what, shot, reply: `${reply.status} ${reply.text.slice(0, 400)}` };
      throw new Error(what);
    });
    await fc.check(property, { seed: seed + round, numRuns: requests - report.requests });
    if (!found) break;
    const { what } = found as Finding;
    known.add(what);
    report.findings.push({ ...(found as Finding), operation: operation.name });
  }
  report.seconds = (performance.now() - startedMs) / 1000;
  return report;
}

/** Every person tries every call, but those with access try more often. */
function peopleFor({ isPublic, access }: Operation, people: string[]): string[] {
  if (isPublic) return people;
  if (/\ba program\b/.test(access)) return [...Array.from({ length: people.length * 2 }, () => A_PROGRAM), ...people];
  if (/\bmanagers\b/.test(access)) return [...Array.from({ length: people.length * 2 }, () => 'a manager'), ...people];
  const insiders = [
    'a client',
    'a VIP',
    'a dealer',
    'a dealer’s client',
    ...(/\bclients\b/.test(access) ? [] : ['a manager']),
  ];
  return [...insiders, ...insiders, ...insiders, ...insiders, ...people];
}
