import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const port = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)));
const optionalUrl = z.optional(z.url());

/** Environment of every process, checked at the start (decisions 13); each variable has its line in the README. */
const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 3000),
  DATA_DIR: z._default(z.string(), './.data'),
  DATABASE_URL: optionalUrl,
  PUBLIC_URL: optionalUrl,
  TRUSTED_PROXIES: z._default(z.string(), ''),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  METRICS_TOKEN: z.optional(z.string()),
  DEMO: z._default(z.enum(['0', '1']), '1'),
  AGENT_WEBHOOK_URL: optionalUrl,
  AGENT_WEBHOOK_SECRET: z.optional(z.string()),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  NODE_ENV: z._default(z.string(), 'production'),
});

export interface Config {
  host: string;
  port: number;
  /** Absolute; only its owner may read it. */
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  trustedProxies: string[];
  demoWanted: boolean;
  agentWebhookUrl: string | undefined;
  logLevel: string;
  /** Replies are parsed by the contract instead of only serialised by it. */
  strictReplies: boolean;
}

/** Kept apart so that no logger ever prints them. */
export interface Secrets {
  secretKey: string;
  metricsToken: string | undefined;
  agentWebhookSecret: string | undefined;
}

/** What is wrong with the environment, in one sentence for the operator. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): { config: Config; secrets: Secrets } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new ConfigError(`These environment variables do not fit, see the README: ${names}`);
  }
  const e = parsed.data;
  const dataDir = resolve(e.DATA_DIR);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    config: {
      host: e.HOST,
      port: e.PORT,
      dataDir,
      databaseUrl: e.DATABASE_URL,
      publicUrl: e.PUBLIC_URL,
      trustedProxies: e.TRUSTED_PROXIES.split(',').filter(Boolean),
      demoWanted: given.DEMO === undefined ? e.DATABASE_URL === undefined : e.DEMO === '1',
      agentWebhookUrl: e.AGENT_WEBHOOK_URL,
      logLevel: e.LOG_LEVEL,
      strictReplies: e.NODE_ENV === 'test',
    },
    secrets: {
      secretKey: e.SECRET_KEY ?? keptSecret(join(dataDir, 'secret-key')),
      metricsToken: e.METRICS_TOKEN,
      agentWebhookSecret: e.AGENT_WEBHOOK_SECRET,
    },
  };
}

function keptSecret(path: string): string {
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  return readFileSync(path, 'utf8').trim();
}
