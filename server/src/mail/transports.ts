import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isReceiverRefused, type SmtpError } from './smtp-refusal.ts';

/** Destination of messages: a mail server, or a folder. */
export interface MailTransport {
  /** Resolves once the message is accepted for good; throws `Undelivered` otherwise. */
  send(mailId: number, message: SendMailOptions, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The reason why a message was not accepted, without credentials. */
export class Undelivered extends Error {
  /** The mail server refuses this address for good, so a retry is useless. */
  readonly addressRefused: boolean;

  constructor(reason: string, addressRefused = false) {
    super(reason);
    this.addressRefused = addressRefused;
  }
}

const CONCURRENCY = 2;
const PATIENCE_MS = 10_000;
/** Timeout of a whole attempt, shorter than the claim on the mail. */
const MAX_ATTEMPT_MS = 45_000;
const MAX_REASON_LENGTH = 300;
const NO_FILES = { disableFileAccess: true, disableUrlAccess: true };

/** A small pool of connections to SMTP_URL, with TLS by its scheme (`smtps:`, or STARTTLS where the server offers it). */
export function smtpTransport(smtpUrl: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONCURRENCY,
    // Off, because the job queue repeats with longer pauses.
    maxRequeues: 0,
    dnsTimeout: PATIENCE_MS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: 2 * PATIENCE_MS,
    logger: false,
    ...NO_FILES,
  });
  const hide = concealer(smtpUrl);
  return {
    send: async (_mailId, message, signal) => {
      const either = AbortSignal.any([signal, AbortSignal.timeout(MAX_ATTEMPT_MS)]);
      try {
        await transport.sendMail({ ...message, signal: either });
      } catch (error) {
        const { message: words } = error as Error;
        throw new Undelivered(hide(words).slice(0, MAX_REASON_LENGTH), isReceiverRefused(error as SmtpError));
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Removes user and password of the address from a text, both plain and as SMTP encodes them. */
function concealer(smtpUrl: string): (text: string) => string {
  const { username, password } = new URL(smtpUrl);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const secrets = [smtpUrl, pass, password, base64(pass), base64(`\0${user}\0${pass}`)].filter(Boolean);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
}

/** Writes each message as `<id>.eml`, atomically; a repeat replaces it. */
export function fileTransport(dir: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...NO_FILES });
  return {
    send: async (mailId, message) => {
      const { message: bytes } = await writer.sendMail(message);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await chmod(dir, 0o700);
      const file = join(dir, `${mailId}.eml`);
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => {},
  };
}
