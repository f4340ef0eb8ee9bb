import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../server/src/testing/processes/processes.ts';
import { upcomingCars } from './peer-rows.ts';

const READY_MS = 60_000;
/** Each connection occupies a thread. */
const MAX_CONCURRENCY = 32;
const WORDS = ['maker', 'model', 'color', 'condition', 'gearbox', 'chassis', 'house'] as const;
const NUMBERS = ['status', 'year', 'mileage', 'engine'] as const;
/** The choices that our call counts, plus the years; its three ranges are left out. */
const COUNTED = ['condition', 'gearbox', 'house', 'status', 'color', 'chassis', 'year'];

export interface Groonga {
  url: string;
  pid: number;
  version: string;
  end(): Promise<void>;
}

/** A filter to count choices under. */
export interface Chosen {
  maker: string;
  model: string;
  yearFrom: number;
}

/**
 * Each term as its own table with an index to the lots, as its manual advises for counts under filters; numbers have
 * range indexes.
 */
const SCHEMA = [
  'table_create Lots TABLE_NO_KEY',
  ...WORDS.flatMap((name) => [
    `table_create Words_${name} TABLE_PAT_KEY ShortText`,
    `column_create Lots ${name} COLUMN_SCALAR Words_${name}`,
    `column_create Words_${name} lots COLUMN_INDEX Lots ${name}`,
  ]),
  ...NUMBERS.flatMap((name) => [
    `column_create Lots ${name} COLUMN_SCALAR Int32`,
    `table_create Numbers_${name} TABLE_PAT_KEY Int32`,
    `column_create Numbers_${name} lots COLUMN_INDEX Lots ${name}`,
  ]),
];

/** Groonga over the upcoming cars of this archive, filled once and stored in a folder; null where it is not installed. */
export async function startGroonga(databaseUrl: string, folder: string): Promise<Groonga | null> {
  const { stdout, error } = spawnSync('groonga', ['--version'], { encoding: 'utf8' });
  if (error) return null;
  const file = join(folder, 'lots.groonga');
  if (!existsSync(join(folder, 'filled'))) await fill(databaseUrl, folder, file);
  const port = await freePort();
  const program = spawn(
    'groonga',
    [
      ...['-s', '--protocol', 'http', '--bind-address', '127.0.0.1', '--port', String(port)],
      ...['--max-threads', String(MAX_CONCURRENCY), file],
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  for (const untilMs = Date.now() + READY_MS; ; await wait(200)) {
    const reply = await fetch(`${url}/d/status`).catch(() => null);
    if (reply?.ok) break;
    if (Date.now() > untilMs || program.exitCode !== null) throw new Error('groonga does not start');
  }
  return {
    url,
    pid: program.pid ?? 0,
    version: stdout.split(' ', 2).join(' '),
    end: async () => {
      program.kill('SIGKILL');
      await once(program, 'exit');
    },
  };
}

async function fill(databaseUrl: string, folder: string, file: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const written = join(folder, 'commands');
  const commands = createWriteStream(written);
  commands.write(`${SCHEMA.join('\n')}\nload --table Lots\n[\n`);
  let isFirst = true;
  for await (const lines of upcomingCars(databaseUrl)) {
    const rows = `${isFirst ? '' : ',\n'}${lines.join(',\n')}`;
    isFirst = false;
    if (!commands.write(rows)) await once(commands, 'drain');
  }
  commands.end('\n]\n');
  await once(commands, 'close');
  const input = openSync(written, 'r');
  const { status } = spawnSync('groonga', ['-n', file], { stdio: [input, 'ignore', 'inherit'] });
  closeSync(input);
  if (status !== 0) throw new Error('groonga did not take the lots');
  rmSync(written);
  // Marks the folder as complete for the next run.
  writeFileSync(join(folder, 'filled'), '');
}

/** Counts of matching lots and of each value; `isRemembered` enables its query cache. */
export function countsOf({ maker, model, yearFrom }: Chosen, isRemembered: boolean): string {
  const query = new URLSearchParams({
    table: 'Lots',
    filter: `maker == ${JSON.stringify(maker)} && model == ${JSON.stringify(model)} && year >= ${yearFrom}`,
    limit: '0',
    ...(isRemembered ? {} : { cache: 'no' }),
  });
  for (const name of COUNTED) {
    query.set(`drilldowns[${name}].keys`, name);
    query.set(`drilldowns[${name}].limit`, '-1');
  }
  return `/d/select?${query}`;
}
