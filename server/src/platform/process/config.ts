import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { openFolderWarning, prepareDataDir } from './data-dir.ts';
import { StartFailure } from './start-failure.ts';

const port = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)));
const webUrl = z.url({ protocol: /^https?$/ });
const databaseUrl = z.optional(z.url({ protocol: /^postgres(ql)?$/ }));
const smtpUrl = z.optional(z.url({ protocol: /^smtps?$/ }));
const ADDRESS = '[^\\s\\p{Cc}<>@]+@[^\\s\\p{Cc}<>@]+';
/** `name@host` or `Name <name@host>`, without characters that could begin another header. */
const sender = z.optional(z.string().check(z.regex(new RegExp(`^(?:[^\\p{Cc}<>]*<${ADDRESS}>|${ADDRESS})$`, 'u'))));

/** A folder, or a bucket of an S3-compatible store. */
const fileStore = z.optional(
  z.string().check(z.regex(/^(?:s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?|(?!\w+:\/\/).+)$/)),
);

/** Environment of every process, validated at start-up (business-rules.md#environment); docs/reference/settings.md lists them. */
const environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 3000),
  DATA_DIR: z._default(z.string(), './.data'),
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  PUBLIC_URL: z.optional(webUrl),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  CONNECTIONS_PER_ADDRESS: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1))), 512),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  METRICS_TOKEN: z.optional(z.string()),
  DEMO: z._default(z.enum(['0', '1']), '1'),
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  AGENT_WEBHOOK_URL: z.optional(webUrl),
  AGENT_WEBHOOK_SECRET: z.optional(z.string()),
  AGENT_MAIL_TO: z.optional(z.string().check(z.regex(new RegExp(`^${ADDRESS}$`, 'u')))),
  TELEGRAM_BOT_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/))),
  TELEGRAM_API_ROOT: z._default(webUrl, 'https://api.telegram.org'),
  WHATSAPP_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/))),
  WHATSAPP_PHONE_ID: z.optional(z.string().check(z.regex(/^\d+$/))),
  WHATSAPP_TEMPLATE: z._default(z.string().check(z.regex(/^\w+$/)), 'portal_notice'),
  WHATSAPP_API_ROOT: z._default(webUrl, 'https://graph.facebook.com/v23.0'),
  LINE_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/))),
  LINE_API_ROOT: z._default(webUrl, 'https://api.line.me'),
  MAX_TOKEN: z.optional(z.string().check(z.regex(/^\S+$/))),
  MAX_API_ROOT: z._default(webUrl, 'https://platform-api.max.ru'),
  WEBHOOKS_INSIDE: z._default(z.enum(['0', '1']), '0'),
  SHEET_READER_URL: z.optional(webUrl),
  SHEET_READER_SECRET: z.optional(z.string()),
  PHOTO_STORE: fileStore,
  DOCUMENT_STORE: fileStore,
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  AWS_ENDPOINT_URL: z.optional(webUrl),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  RECAPTCHA_SECRET: z.optional(z.string()),
  RECAPTCHA_URL: z._default(webUrl, 'https://www.google.com/recaptcha/api/siteverify'),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  NODE_ENV: z._default(z.string(), 'production'),
});

const A_WEB_ADDRESS = 'must be a complete address that begins with http:// or https://';
const A_DATABASE = 'must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/seri';
const A_STORE = 'must be a folder, or s3://bucket/prefix';
const ZERO_OR_ONE = 'must be 0 or 1';
const A_TOKEN = 'must be a token without spaces';
/** Expected values of the variables, for the error text that the operator sees. */
const EXPECTED: Partial<Record<string, string>> = {
  PORT: 'must be a number from 0 to 65535',
  DATABASE_URL: A_DATABASE,
  DATABASE_READ_URL: A_DATABASE,
  PUBLIC_URL: A_WEB_ADDRESS,
  SECRET_KEY: 'must have at least 32 characters',
  DEMO: ZERO_OR_ONE,
  SMTP_URL: 'must be the address of a mail server, such as smtps://user:password@mail.example:465',
  MAIL_FROM: 'must be an address, as name@host or Name <name@host>',
  AGENT_WEBHOOK_URL: A_WEB_ADDRESS,
  AGENT_MAIL_TO: 'must be an email address',
  TELEGRAM_BOT_TOKEN: A_TOKEN,
  TELEGRAM_API_ROOT: A_WEB_ADDRESS,
  WHATSAPP_TOKEN: A_TOKEN,
  WHATSAPP_PHONE_ID: "must be the id of the sender's number, which has digits only",
  WHATSAPP_TEMPLATE: 'must be the name of a message template',
  WHATSAPP_API_ROOT: A_WEB_ADDRESS,
  LINE_TOKEN: A_TOKEN,
  LINE_API_ROOT: A_WEB_ADDRESS,
  MAX_TOKEN: A_TOKEN,
  MAX_API_ROOT: A_WEB_ADDRESS,
  WEBHOOKS_INSIDE: ZERO_OR_ONE,
  SHEET_READER_URL: A_WEB_ADDRESS,
  PHOTO_STORE: A_STORE,
  DOCUMENT_STORE: A_STORE,
  AWS_ENDPOINT_URL: A_WEB_ADDRESS,
  RECAPTCHA_URL: A_WEB_ADDRESS,
  LOG_LEVEL: 'must be trace, debug, info, warn, error or silent',
};

/** All variables; docs/reference/settings.md has a row for each but the last, which is Node's own. */
export const ENVIRONMENT_NAMES = Object.keys(environment.shape);

export interface Config {
  host: string;
  port: number;
  /** Absolute; created so that only its owner can read it. */
  dataDir: string;
  /** A sentence for the operator when other users of the machine can read `dataDir`. */
  folderWarning: string | null;
  databaseUrl: string | undefined;
  /** A streaming replica of the database, for lists and statistics. */
  databaseReadUrl: string | undefined;
  publicUrl: string | undefined;
  trustedProxies: string[];
  /** Maximum open connections of one network while no proxy is trusted; event streams count too. */
  connectionsPerAddress: number;
  demoEnabled: boolean;
  mailFrom: string | undefined;
  agentWebhookUrl: string | undefined;
  /** Recipient of order sheets; undefined while the agent receives single orders at AGENT_WEBHOOK_URL. */
  agentMailTo: string | undefined;
  /** Webhooks may use plain http, to this machine and into private networks. */
  webhooksInside: boolean;
  /** The operator's own reader of auction sheets (docs/reference/sheet-reader.md); undefined is the portal's. */
  sheetReaderUrl: string | undefined;
  /** A folder, absolute, or `s3://bucket/prefix`; undefined is a folder in the data. */
  photoStore: string | undefined;
  /** Like `photoStore`, for documents of purchases. Never the same place, because every signed-in user sees photos. */
  documentStore: string;
  logLevel: string;
  /** Replies are parsed by the contract, not only serialised. */
  strictReplies: boolean;
}

/** Separate from the configuration, so that no logger prints them. */
export interface Secrets {
  secretKey: string;
  metricsToken: string | undefined;
  /** May contain the password of the mail server. */
  smtpUrl: string | undefined;
  agentWebhookSecret: string | undefined;
  messengers: Messengers;
  sheetReaderSecret: string | undefined;
  /** Credentials of the bucket in PHOTO_STORE, under the names every S3 client reads. */
  bucket: {
    region: string;
    endpoint: string | null;
    credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  };
  /** Secret and address of the reCAPTCHA check; null when it is not configured. */
  recaptcha: { secret: string; verifyUrl: string } | null;
}

/** Accounts at messengers; null for those that are not configured. */
export interface Messengers {
  telegram: { apiRoot: string; token: string } | null;
  whatsapp: { apiRoot: string; token: string; phoneId: string; template: string } | null;
  line: { apiRoot: string; token: string } | null;
  max: { apiRoot: string; token: string } | null;
}

export const NO_MESSENGERS: Messengers = { telegram: null, whatsapp: null, line: null, max: null };

/** The environment is invalid; `message` is one sentence for the operator. */
export class ConfigError extends Error {}

/** Returns the validated settings and secrets. Creates the data folder and the secret key. Throws ConfigError or StartFailure. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): { config: Config; secrets: Secrets } {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
    throw new ConfigError(names.map((name) => `${name} ${EXPECTED[name] ?? 'is invalid'}.`).join('\n'));
  }
  const e = parsed.data;
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL is the replica of a database of your own: set DATABASE_URL as well');
  const dataDir = resolve(e.DATA_DIR);
  ensureDataDir(dataDir);
  return {
    config: {
      host: e.HOST,
      port: e.PORT,
      dataDir,
      folderWarning: openFolderWarning(dataDir),
      databaseUrl: e.DATABASE_URL,
      databaseReadUrl: e.DATABASE_READ_URL,
      publicUrl: e.PUBLIC_URL,
      trustedProxies: e.TRUSTED_PROXIES.split(',').filter(Boolean),
      connectionsPerAddress: e.CONNECTIONS_PER_ADDRESS,
      demoEnabled: nonEmpty.DEMO === undefined ? e.DATABASE_URL === undefined : e.DEMO === '1',
      mailFrom: e.MAIL_FROM,
      agentWebhookUrl: e.AGENT_WEBHOOK_URL,
      agentMailTo: e.AGENT_WEBHOOK_URL ? undefined : e.AGENT_MAIL_TO,
      webhooksInside: e.WEBHOOKS_INSIDE === '1',
      sheetReaderUrl: e.SHEET_READER_URL,
      photoStore: e.PHOTO_STORE && storeAddress(e.PHOTO_STORE),
      documentStore: e.DOCUMENT_STORE ? storeAddress(e.DOCUMENT_STORE) : join(dataDir, 'documents'),
      logLevel: e.LOG_LEVEL,
      strictReplies: e.NODE_ENV === 'test',
    },
    secrets: {
      secretKey: e.SECRET_KEY ?? storedSecret(join(dataDir, 'secret-key')),
      metricsToken: e.METRICS_TOKEN,
      smtpUrl: e.SMTP_URL,
      agentWebhookSecret: e.AGENT_WEBHOOK_SECRET,
      messengers: messengersOf(e),
      sheetReaderSecret: e.SHEET_READER_SECRET,
      bucket: {
        region: e.AWS_REGION,
        endpoint: e.AWS_ENDPOINT_URL ?? null,
        credentials: bucketCredentials(e),
      },
      recaptcha: e.RECAPTCHA_SECRET ? { secret: e.RECAPTCHA_SECRET, verifyUrl: e.RECAPTCHA_URL } : null,
    },
  };
}

function ensureDataDir(dataDir: string): void {
  try {
    prepareDataDir(dataDir);
  } catch (error) {
    throw error instanceof StartFailure ? new ConfigError(error.message) : error;
  }
}

const storeAddress = (nonEmpty: string): string => (nonEmpty.startsWith('s3://') ? nonEmpty : resolve(nonEmpty));

/** Returns the portal's address without a trailing slash: PUBLIC_URL, or this machine. */
export const portalAddress = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  (publicUrl ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`).replace(/\/+$/, '');

function messengersOf(e: z.infer<typeof environment>): Messengers {
  const account = (token: string | undefined, apiRoot: string) =>
    token ? { token, apiRoot: apiRoot.replace(/\/+$/, '') } : null;
  const whatsapp = account(e.WHATSAPP_TOKEN, e.WHATSAPP_API_ROOT);
  if (whatsapp && !e.WHATSAPP_PHONE_ID) throw new ConfigError('WHATSAPP_PHONE_ID is needed with WHATSAPP_TOKEN');
  return {
    telegram: account(e.TELEGRAM_BOT_TOKEN, e.TELEGRAM_API_ROOT),
    whatsapp: whatsapp && { ...whatsapp, phoneId: e.WHATSAPP_PHONE_ID ?? '', template: e.WHATSAPP_TEMPLATE },
    line: account(e.LINE_TOKEN, e.LINE_API_ROOT),
    max: account(e.MAX_TOKEN, e.MAX_API_ROOT),
  };
}

/** Variables of a child process that configure the same messengers. */
export const messengerVariables = ({ telegram, whatsapp, line, max }: Messengers): Record<string, string> => ({
  TELEGRAM_BOT_TOKEN: telegram?.token ?? '',
  TELEGRAM_API_ROOT: telegram?.apiRoot ?? '',
  WHATSAPP_TOKEN: whatsapp?.token ?? '',
  WHATSAPP_PHONE_ID: whatsapp?.phoneId ?? '',
  WHATSAPP_TEMPLATE: whatsapp?.template ?? '',
  WHATSAPP_API_ROOT: whatsapp?.apiRoot ?? '',
  LINE_TOKEN: line?.token ?? '',
  LINE_API_ROOT: line?.apiRoot ?? '',
  MAX_TOKEN: max?.token ?? '',
  MAX_API_ROOT: max?.apiRoot ?? '',
});

function bucketCredentials(e: z.infer<typeof environment>): Secrets['bucket']['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = e;
  if (!(accessKeyId && secretAccessKey)) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

function storedSecret(path: string): string {
  try {
    if (!existsSync(path)) {
      writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
      chmodSync(path, 0o600);
    }
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `The key in ${path} cannot be read or written: ${(error as Error).message}. Correct its rights, or set SECRET_KEY.`,
    );
  }
}
