import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import type { Load } from '../tools/load.ts';
import type { Statement } from './beside-sql.ts';

/** `simple` plans a statement each time it comes, as the portal's reading connections do; `prepared` once a connection. */
export type Protocol = 'simple' | 'prepared';

/** As many as the machine the figures are of has processors. */
const THREADS = 2;
const PLACEHOLDER = /\$(\d+)/g;
/** What pgbench would take for a variable of its own; a cast is none. */
const VARIABLE = /(?<!:):[A-Za-z_]/;
const RATE = /^tps = ([\d.]+)/m;

/** What pgbench calls itself, or null where it is not installed. */
export function pgbenchVersion(): string | null {
  const { stdout, error } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' });
  return error ? null : stdout.trim();
}

/** How often a second pgbench carries out all statements of one of these calls, one after the other; each time one of them by chance. */
export async function pgbenchRate(
  url: string,
  calls: readonly (readonly Statement[])[],
  protocol: Protocol,
  { lanes, seconds }: Load,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'seri-pgbench-'));
  try {
    const scripts = calls.map((statements, at) => {
      const script = join(folder, `call-${at}.sql`);
      writeFileSync(script, statements.map(toLine).join(''));
      return script;
    });
    const said = await run(url, [
      ...['-n', '-M', protocol, '-c', String(lanes), '-j', String(THREADS), '-T', String(seconds)],
      ...scripts.flatMap((script) => ['-f', script]),
    ]);
    const rate = Number(RATE.exec(said)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench gave no rate: ${said}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Values are written without a type, as they travel from the portal. */
function toLine({ text, values }: Statement): string {
  const line = text.replaceAll(PLACEHOLDER, (_, place) => toLiteral(values[Number(place) - 1]));
  if (VARIABLE.test(line) || line.includes(';')) throw new Error(`pgbench would read this otherwise: ${line}`);
  return `${line.replaceAll('\n', ' ')};\n`;
}

/** A colon in a value ("MIRA E:S") is written by its code: pgbench reads variables within quotes as well. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const literal = escapeLiteral(toText(value));
  if (!VARIABLE.test(literal)) return literal;
  // What holds a backslash is written so already.
  const escaped = literal.startsWith("'") ? ` E${literal}` : literal;
  return escaped.replaceAll(':', '\\x3a');
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(toItem).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const toItem = (item: unknown): string => (item === null ? 'NULL' : JSON.stringify(toText(item)));

async function run(url: string, args: string[]): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const where = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
  const child = spawn('pgbench', [...args, pathname.slice(1)], {
    env: { ...process.env, ...where },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${said}`);
  return said;
}
