import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startTestCluster } from '../../server/src/platform/embedded-postgres/test-cluster.ts';
import { runOn, TEMPLATE } from '../../server/src/platform/embedded-postgres/test-template.ts';
import { findingsOf } from '../../server/src/testing/fuzz/findings.ts';
import { fuzzOperation, type Report } from '../../server/src/testing/fuzz/fuzz-operation.ts';
import { type Operation, readOperations } from '../../server/src/testing/fuzz/operations.ts';
import { openWorld, type World } from '../../server/src/testing/fuzz/world.ts';

const USAGE = `npm run fuzz [-- --operation NAME] [--from NAME] [--seed N] [--requests N] [--replay FILE]
  --operation  one operation, as "POST /v1/bid/create"; all of the OpenAPI document without it
  --from       begin at this operation, for going on where a run was stopped
  --seed       the same seed fires the same requests (7)
  --requests   how many requests an operation gets (1000)
  --replay     fire one request again, as a finding printed it
`;

const SLOW_MS = 3_000;

const { values } = parseArgs({
  options: {
    operation: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string', default: '7' },
    requests: { type: 'string', default: '1000' },
    replay: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** Every operation runs against the same initial data, so that a run can be resumed anywhere. */
async function inNewWorld<T>(clusterUrl: string, work: (world: World) => Promise<T>): Promise<T> {
  await runOn(clusterUrl, 'drop database if exists fuzz with (force)');
  await runOn(clusterUrl, `create database fuzz template ${TEMPLATE} strategy file_copy`);
  const url = new URL(clusterUrl);
  url.pathname = '/fuzz';
  const world = await openWorld(url.href);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

function selectedOperations(): Operation[] {
  const all = readOperations();
  const from = values.from ? all.findIndex(({ name }) => name === values.from) : 0;
  const selected = all.slice(Math.max(0, from)).filter(({ name }) => !values.operation || name === values.operation);
  if (selected.length === 0 || from < 0) throw new Error('There is no such operation; see docs/reference/calls.md');
  return selected;
}

function line({ operation, requests, byStatus, slowestMs, seconds, findings }: Report): string {
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const share = Math.round((100 * (byStatus.get(200) ?? 0)) / Math.max(1, requests));
  return `| ${operation} | ${requests} | ${share} % | ${statuses.join(', ')} | ${slowestMs.toFixed(0)} | ${seconds.toFixed(1)} | ${findings.length} |\n`;
}

async function fuzz(clusterUrl: string): Promise<number> {
  const run = { requests: Number(values.requests), seed: Number(values.seed), slowMs: SLOW_MS };
  process.stdout.write(
    `Seed ${run.seed}\n| operation | requests | done | by status | slowest ms | s | findings |\n|---|---|---|---|---|---|---|\n`,
  );
  let requests = 0;
  let findings = 0;
  for (const operation of selectedOperations()) {
    const report = await inNewWorld(clusterUrl, (world) => fuzzOperation(world, operation, run));
    process.stdout.write(line(report));
    for (const { what, shot, reply } of report.findings)
      process.stdout.write(`\n${operation.name} ${what}\n  request ${JSON.stringify(shot)}\n  reply ${reply}\n\n`);
    requests += report.requests;
    findings += report.findings.length;
  }
  process.stdout.write(`\n${requests} requests, ${findings} findings\n`);
  return findings;
}

async function replay(clusterUrl: string, file: string): Promise<number> {
  const shot = JSON.parse(readFileSync(file, 'utf8'));
  const operation = readOperations().find(({ name }) => name === shot.operation);
  if (!operation) throw new Error(`There is no operation ${shot.operation}`);
  const reply = await inNewWorld(clusterUrl, (world) => world.fire(shot));
  const found = findingsOf(operation, shot, reply, SLOW_MS);
  process.stdout.write(`${reply.status} ${reply.text}\n${found.join('\n')}\n`);
  return found.length;
}

if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const cluster = await startTestCluster();
let findings = 1;
try {
  findings = await (values.replay ? replay(cluster.url, values.replay) : fuzz(cluster.url));
} finally {
  await cluster.stop();
}
process.exit(findings === 0 ? 0 : 1);
