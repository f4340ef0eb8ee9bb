import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../server/src/testing/processes/processes.ts';
import { installPackage } from '../tools/install-package.ts';
import { PEER_SCHEMA } from './peer-rows.ts';

const VERSION = '11.3.5';
const READY_MS = 120_000;
const ADMIN = { email: 'admin@example.com', password: 'a password of the bench' };

/** Fields of a lot that readers may see there: those of a page and a row of ours, without the reader's own data. */
export const PEER_FIELDS = [
  ...['id', 'lot_no', 'house_id', 'auction_day', 'auction_at', 'bids_close_at', 'maker', 'model', 'year', 'grade'],
  ...['mileage_km', 'engine_cc', 'color', 'equip', 'gearbox', 'chassis_code', 'condition', 'status'],
  ...['start_price_yen', 'sold_price_yen', 'average_price_yen', 'images', 'link', 'is_private'],
  ...['upcoming_page', 'time_up', 'remarks', 'horse_power', 'drive', 'chassis_number'],
];

export interface Peer {
  url: string;
  pid: number;
  /** For a user whose role may read public lots, by a policy. */
  token: string;
  end(): Promise<void>;
}

/** Directus on the copied lots, installed once into a folder beside the archives; null where it is unavailable. */
export async function startDirectus(databaseUrl: string): Promise<Peer | null> {
  const folder = installPackage('directus', VERSION, leaveOutSandbox);
  if (!folder) return null;
  const cli = join(folder, 'cli.js');
  const env = await surroundings(databaseUrl, folder);
  const made = spawnSync(process.execPath, [cli, 'bootstrap'], { cwd: folder, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`Directus could not be set up: ${made.stdout}${made.stderr}`);
  const program = spawn(process.execPath, [cli, 'start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${env.PORT}`;
  const end = () => ended(program);
  try {
    await answers(url, program);
    return { url, pid: program.pid ?? 0, token: await letRead(url), end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The sandbox for extensions would have to be compiled; there are no extensions, and Directus starts without it. */
function leaveOutSandbox(modules: string): void {
  const compiled = join(modules, 'isolated-vm', 'out');
  mkdirSync(compiled, { recursive: true });
  writeFileSync(join(compiled, 'isolated_vm.js'), 'module.exports = { ivm: {} };\n');
}

/** Production settings without logging and rate limits; caches are off on both sides. */
async function surroundings(databaseUrl: string, folder: string): Promise<NodeJS.ProcessEnv> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ...{ KEY: 'a key of the bench', SECRET: randomBytes(16).toString('hex') },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ...{
      DB_CLIENT: 'pg',
      DB_HOST: decodeURIComponent(hostname),
      DB_PORT: port,
      DB_USER: username,
      DB_PASSWORD: password,
    },
    ...{ DB_DATABASE: pathname.slice(1), DB_SEARCH_PATH: PEER_SCHEMA, DB_POOL__MIN: '10', DB_POOL__MAX: '10' },
    ...{ CACHE_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false', PRESSURE_LIMITER_ENABLED: 'false' },
    ...{ WEBSOCKETS_ENABLED: 'false', TELEMETRY: 'false', SERVE_APP: 'false', LOG_LEVEL: 'error' },
  };
}

async function answers(url: string, program: ChildProcess): Promise<void> {
  for (const untilMs = Date.now() + READY_MS; Date.now() < untilMs && program.exitCode === null; await wait(500)) {
    const reply = await fetch(`${url}/server/ping`).catch(() => null);
    if (reply?.ok) return;
  }
  throw new Error('Directus does not start');
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exited = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGKILL');
  await exited;
}

/** Creates a role that may read public lots, and a user with it; returns the user's token. */
async function letRead(url: string): Promise<string> {
  const make = async <T>(path: string, body: object, by: Record<string, string> = {}): Promise<T> => {
    const reply = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...by },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`Directus refused ${path}: ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  };
  const signedIn = await make<{ access_token: string }>('/auth/login', ADMIN);
  const admin = { authorization: `Bearer ${signedIn.access_token}` };
  const named = (path: string, body: object) => make<{ id: string }>(path, body, admin);
  const policy = (await named('/policies', { name: 'Readers of lots', admin_access: false, app_access: false })).id;
  const readable = { _and: [{ is_private: { _eq: false } }] };
  await named('/permissions', {
    ...{ policy, collection: 'lots', action: 'read' },
    ...{ permissions: readable, validation: null, presets: null, fields: PEER_FIELDS },
  });
  const role = (await named('/roles', { name: 'Client' })).id;
  await named('/access', { role, policy });
  const token = randomBytes(16).toString('hex');
  await named('/users', { email: `${token}@example.com`, password: randomBytes(8).toString('hex'), role, token });
  return token;
}
