// npm run generate: writes the files that follow from others. The check regenerates them and compares.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { BASELINE, baselineSql, MIGRATIONS } from '../server/src/platform/db/schema-files.ts';
import { startTestCluster } from '../server/src/platform/embedded-postgres/test-cluster.ts';
import { runOn, TEMPLATE } from '../server/src/platform/embedded-postgres/test-template.ts';
import { openApiDocument } from '../server/src/platform/http/openapi.ts';
import { callsPage } from './calls-page.ts';
import { ROOT, runTool } from './checks/run-tool.ts';
import { registeredRoutes } from './registered-routes.ts';

// As `platform/db/db.ts` reads them: yen and ids as numbers, days as text.
const READ_AS = { int8: 'number', numeric: 'number', date: 'string' };

interface GeneratedFile {
  path: string;
  content: string;
}

/** In the order in which they follow from each other: a file is written before the next one is made. */
async function* generatedFiles(): AsyncGenerator<GeneratedFile> {
  if (isBaselineOpen()) yield { path: relative(ROOT, BASELINE), content: baselineSql() };
  yield { path: 'server/src/platform/db/tables.ts', content: await tableTypes() };
  yield { path: 'docs/reference/openapi.json', content: `${JSON.stringify(openApiDocument(), null, 2)}\n` };
  yield { path: 'docs/reference/calls.md', content: callsPage(await registeredRoutes()) };
}

/** Once a migration goes on from the baseline, it stays as it is. */
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

/** Paths of generated files that no longer follow from their sources. */
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

if (process.argv[1] === import.meta.filename) {
  for await (const { path, content } of generatedFiles()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
    process.stdout.write(`${path}\n`);
  }
  process.exit(0);
}
