import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const port = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)));
const optionalUrl = z.optional(z.url());
const smtpUrl = z.optional(z.url({ protocol: /^smtps?$/ }));
const ADDRESS = '[^\\s\\p{Cc}<>@]+@[^\\s\\p{Cc}<>@]+';
/** `name@host` or `Name <name@host>`, without anything that could begin another header. */
const sender = z.optional(z.string().check(z.regex(new RegExp(`^(?:[^\\p{Cc}<>]*<${ADDRESS}>|${ADDRESS})$`, 'u'))));

/** A folder, or a bucket of a store that speaks S3. */
const fileStore = z.optional(
  z.string().check(z.regex(/^(?:s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?|(?!\w+:\/\/).+)$/)),
);

/** Environment of every process, checked at the start (decisions 13); each variable has its line in the README. */
const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 3000),
  DATA_DIR: z._default(z.string(), './.data'),
  DATABASE_URL: optionalUrl,
  DATABASE_READ_URL: optionalUrl,
  PUBLIC_URL: optionalUrl,
  TRUSTED_PROXIES: z._default(z.string(), ''),
  CONNECTIONS_PER_ADDRESS: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1))), 512),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  METRICS_TOKEN: z.optional(z.string()),
  DEMO: z._default(z.enum(['0', '1']), '1'),
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  AGENT_WEBHOOK_URL: optionalUrl,
  AGENT_WEBHOOK_SECRET: z.optional(z.string()),
  AGENT_MAIL_TO: z.optional(z.string().check(z.regex(new RegExp(`^${ADDRESS}$`, 'u')))),
  WEBHOOKS_INSIDE: z._default(z.enum(['0', '1']), '0'),
  PHOTO_STORE: fileStore,
  DOCUMENT_STORE: fileStore,
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  AWS_ENDPOINT_URL: optionalUrl,
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  RECAPTCHA_SECRET: z.optional(z.string()),
  RECAPTCHA_URL: z._default(z.url(), 'https://www.google.com/recaptcha/api/siteverify'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  NODE_ENV: z._default(z.string(), 'production'),
});

/** What may be set; the README has a row for each but the last, which is Node's own. */
export const ENVIRONMENT_NAMES = Object.keys(environment.shape);

export interface Config {
  host: string;
  port: number;
  /** Absolute; only its owner may read it. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** A streaming replica of the database, for listings and statistics. */
  databaseReadUrl: string | undefined;
  publicUrl: string | undefined;
  trustedProxies: string[];
  /** Open connections of one network while no proxy is trusted; event streams count too. */
  connectionsPerAddress: number;
  demoWanted: boolean;
  mailFrom: string | undefined;
  agentWebhookUrl: string | undefined;
  /** Where order sheets go; undefined while the agent takes orders one by one at AGENT_WEBHOOK_URL. */
  agentMailTo: string | undefined;
  /** Events may also be told over plain http, to this machine and into private networks. */
  webhooksInside: boolean;
  /** A folder, absolute, or `s3://bucket/prefix`; undefined is a folder in the data. */
  photoStore: string | undefined;
  /** As `photoStore`, for the papers of purchases; never the same place, as whoever is signed in sees photos. */
  documentStore: string;
  logLevel: string;
  /** Replies are parsed by the contract instead of only serialised by it. */
  strictReplies: boolean;
}

/** Kept apart so that no logger ever prints them. */
export interface Secrets {
  secretKey: string;
  metricsToken: string | undefined;
  /** May carry the password of the mail server. */
  smtpUrl: string | undefined;
  agentWebhookSecret: string | undefined;
  /** Of the bucket in PHOTO_STORE, by the names every S3 client reads. */
  bucket: {
    region: string;
    endpoint: string | null;
    credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  };
  /** Where and with which key an answer is checked; null when none is configured. */
  recaptcha: { secret: string; verifyUrl: string } | null;
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
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL is the replica of a database of your own: set DATABASE_URL as well');
  const dataDir = resolve(e.DATA_DIR);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    config: {
      host: e.HOST,
      port: e.PORT,
      dataDir,
      databaseUrl: e.DATABASE_URL,
      databaseReadUrl: e.DATABASE_READ_URL,
      publicUrl: e.PUBLIC_URL,
      trustedProxies: e.TRUSTED_PROXIES.split(',').filter(Boolean),
      connectionsPerAddress: e.CONNECTIONS_PER_ADDRESS,
      demoWanted: given.DEMO === undefined ? e.DATABASE_URL === undefined : e.DEMO === '1',
      mailFrom: e.MAIL_FROM,
      agentWebhookUrl: e.AGENT_WEBHOOK_URL,
      agentMailTo: e.AGENT_WEBHOOK_URL ? undefined : e.AGENT_MAIL_TO,
      webhooksInside: e.WEBHOOKS_INSIDE === '1',
      photoStore: e.PHOTO_STORE && storeAddress(e.PHOTO_STORE),
      documentStore: e.DOCUMENT_STORE ? storeAddress(e.DOCUMENT_STORE) : join(dataDir, 'documents'),
      logLevel: e.LOG_LEVEL,
      strictReplies: e.NODE_ENV === 'test',
    },
    secrets: {
      secretKey: e.SECRET_KEY ?? keptSecret(join(dataDir, 'secret-key')),
      metricsToken: e.METRICS_TOKEN,
      smtpUrl: e.SMTP_URL,
      agentWebhookSecret: e.AGENT_WEBHOOK_SECRET,
      bucket: {
        region: e.AWS_REGION,
        endpoint: e.AWS_ENDPOINT_URL ?? null,
        credentials: bucketCredentials(e),
      },
      recaptcha: e.RECAPTCHA_SECRET ? { secret: e.RECAPTCHA_SECRET, verifyUrl: e.RECAPTCHA_URL } : null,
    },
  };
}

const storeAddress = (given: string): string => (given.startsWith('s3://') ? given : resolve(given));

/** Where people reach the portal, without a slash at its end: PUBLIC_URL, or this machine. */
export const portalAddress = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  (publicUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`).replace(/\/+$/, '');

function bucketCredentials(e: z.infer<typeof environment>): Secrets['bucket']['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = e;
  if (!(accessKeyId && secretAccessKey)) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

function keptSecret(path: string): string {
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  return readFileSync(path, 'utf8').trim();
}
