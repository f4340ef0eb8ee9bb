import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import type { Load } from '../tools/load.ts';
import type { Statement } from './beside-sql.ts';

/** `simple` plans a statement on each execution, as the portal's read connections do; `prepared` once per connection. */
export type Protocol = 'simple' | 'prepared';

/** The number of processors of the reference machine. */
const THREADS = 2;
const PLACEHOLDER = /\$(\d+)/g;
/** Text that pgbench would take for a variable; excludes casts. */
const VARIABLE = /(?<!:):[A-Za-z_]/;
const RATE = /^tps = ([\d.]+)/m;

/** The version of pgbench, or null where it is not installed. */
export function pgbenchVersion(): string | null {
  const { stdout, error } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' });
  return error ? null : stdout.trim();
}

/**
 * Executions per second in pgbench of all statements of a call, one after the other; each execution picks one of the
 * calls at random.
 */
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

/** Values are untyped literals, as the portal sends them. */
function toLine({ text, values }: Statement): string {
  const line = text.replaceAll(PLACEHOLDER, (_, place) => toLiteral(values[Number(place) - 1]));
  if (VARIABLE.test(line) || line.includes(';')) throw new Error(`pgbench would read this otherwise: ${line}`);
  return `${line.replaceAll('\n', ' ')};\n`;
}

/** A colon in a value ("MIRA E:S") is escaped: pgbench replaces variables within quotes as well. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const literal = escapeLiteral(toText(value));
  if (!VARIABLE.test(literal)) return literal;
  // A literal with a backslash is an E string already.
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
  const where = { PGHOST: decodeURIComponent(hostname), PGPORT: port, PGUSER: username, PGPASSWORD: password };
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
