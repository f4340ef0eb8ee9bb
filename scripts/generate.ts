// npm run generate: writes the generated files. The check regenerates them and compares.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { RouteSpec } from '@seri/contract/http.ts';
import { allCalls } from '../server/src/platform/calls/calls.ts';
import { BASELINE, baselineSql, MIGRATIONS } from '../server/src/platform/db/schema-files.ts';
import { startTestCluster } from '../server/src/platform/embedded-postgres/test-cluster.ts';
import { runOn, TEMPLATE } from '../server/src/platform/embedded-postgres/test-template.ts';
import type { RegisteredRoute, RouteCost } from '../server/src/platform/http/limits/route-cost.ts';
import { AREAS, accessText, areaOf, openApiDocument } from '../server/src/platform/http/openapi.ts';
import { ROOT, runTool } from './checks/run-tool.ts';
import { registeredRoutes } from './registered-routes.ts';

// As `platform/db/db.ts` parses them: yen and ids as numbers, days as text.
const READ_AS = { int8: 'number', numeric: 'number', date: 'string' };

interface GeneratedFile {
  path: string;
  content: string;
}

/** In order of dependency: each file is written before the next one is generated. */
async function* generatedFiles(): AsyncGenerator<GeneratedFile> {
  if (isBaselineOpen()) yield { path: relative(ROOT, BASELINE), content: baselineSql() };
  yield { path: 'server/src/platform/db/tables.ts', content: await tableTypes() };
  yield { path: 'docs/reference/openapi.json', content: `${JSON.stringify(openApiDocument(), null, 2)}\n` };
  yield { path: 'docs/reference/calls.md', content: callsPage(await registeredRoutes()) };
}

/** The baseline may change only until the first migration after it. */
const isBaselineOpen = (): boolean =>
  readdirSync(MIGRATIONS).every((name) => name === basename(BASELINE) || !name.endsWith('.sql'));

async function tableTypes(): Promise<string> {
  const cluster = await startTestCluster();
  try {
    const url = new URL(cluster.url);
    url.pathname = '/table_types';
    await runOn(cluster.url, `create database table_types template ${TEMPLATE} strategy file_copy`);
    const { ok, output } = await runTool('kysely-codegen/dist/cli/bin.js', [
      ...['--dialect', 'postgres', '--url', url.href, '--print', '--log-level', 'error'],
      ...['--type-mapping', JSON.stringify(READ_AS), '--exclude-pattern', 'graphile_worker.*'],
    ]);
    if (!ok) throw new Error(`The table types could not be generated:\n${output}`);
    return `${output.trim()}\n`;
  } finally {
    await cluster.stop();
  }
}

/** Returns the paths of generated files that differ from their sources. */
export async function staleFiles(): Promise<string[]> {
  const stale: string[] = [];
  for await (const { path, content } of generatedFiles())
    if (readIfThere(join(ROOT, path)) !== content) stale.push(path);
  return stale;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns docs/calls.md: every call of the contract on one line, by area. */
function callsPage(routes: readonly RegisteredRoute[]): string {
  const calls = allCalls();
  const areas = [...new Set(calls.map(({ path }) => areaOf(path)))].sort();
  return [
    '# The calls',
    '',
    `Generated from the contract by \`npm run generate\`: ${calls.length} calls. Queries, bodies and replies are in [openapi.json](openapi.json) and, on a running portal, at \`/v1/docs\`.`,
    '',
    'Every call may also answer 400 `Request.Invalid`, 408 `Request.Timeout`, 429 `TooManyRequests`, 500 `Internal`, 503 `Unavailable` and, for costly replies, 503 `Busy`; a call that changes state 403 `Request.CrossSite`; a call with a body 413 `Request.TooLarge` and 422 with `Field.Required`, `Field.Invalid` and `Field.Unknown` by field; a call that needs a session 401 `Auth.SignedOut`, 403 `Access.Denied` and, unless marked ◦, 403 `Auth.SecondFactorRequired`. The table lists only the further errors of each call. ↻: with an `Idempotency-Key` a repeat gets the same reply. Each reply of a counted call has the rest of its budget in `RateLimit` and `RateLimit-Policy`; `× 4` after a budget means that one call takes four units. Listings, filters and lots have an `ETag`; requests with it in `If-None-Match` get 304 while nothing has changed.',
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      ...(AREAS[area] ? [`${AREAS[area]}.`, ''] : []),
      '| call | access | budget | summary | further errors |',
      '| --- | --- | --- | --- | --- |',
      ...calls.filter(({ path }) => areaOf(path) === area).map(row),
    ]),
    '',
    '## Addresses outside the contract',
    '',
    'Files, pages, pictures and probes, each with the budget that one request uses. `:name` and `*` are parts of the address.',
    '',
    '| address | budget |',
    '| --- | --- |',
    ...routes
      .filter(({ isHandMade }) => isHandMade)
      .map((route) => `| \`${route.method} ${route.url}\` | ${budgetText(route)} |`)
      .sort(),
    '',
  ].join('\n');
}

const budgetText = ({ budget, cost }: RouteCost) => (cost > 1 ? `${budget} × ${cost}` : budget);

function row(spec: RouteSpec): string {
  const marks = `${spec.repeatSafe ? ' ↻' : ''}${spec.beforeSecondFactor ? ' ◦' : ''}`;
  const names = [spec.path, ...(spec.aliases ?? [])].map((path) => `\`${spec.method} ${path}\``);
  const budget = budgetText({ budget: spec.budget, cost: spec.cost ?? 1 });
  const cells = [`${names.join('<br>')}${marks}`, accessText(spec.access), budget, spec.summary];
  return `| ${[...cells.map((cell) => cell.replaceAll('|', '\\|')), (spec.errors ?? []).join(', ')].join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) {
  for await (const { path, content } of generatedFiles()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
    process.stdout.write(`${path}\n`);
  }
  process.exit(0);
}
