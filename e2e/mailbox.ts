import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The first address in the text that leads into the portal with a token. */
  link: string | null;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  stop(): Promise<void>;
}

/** An SMTP server on a free port of 127.0.0.1 that keeps every mail as a file named after its receiver. */
export async function startMailServer(mailDir: string): Promise<MailServer> {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) {
          const file = join(
            mailDir,
            `${encodeURIComponent(address.toLowerCase())} ${String(++received).padStart(6, '0')}`,
          );
          // A reader must never meet half a mail.
          writeFileSync(`${file}.part`, Buffer.concat(parts));
          renameSync(`${file}.part`, `${file}.eml`);
        }
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Every mail to this address so far, the oldest first. */
export async function mailsTo(mailDir: string, address: string): Promise<ReceivedMail[]> {
  const start = `${encodeURIComponent(address.toLowerCase())} `;
  const files = readdirSync(mailDir)
    .filter((name) => name.startsWith(start) && name.endsWith('.eml'))
    .toSorted();
  return Promise.all(files.map((name) => parseMail(readFileSync(join(mailDir, name)))));
}

async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text ?? '';
  return {
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    link: /https?:\/\/[^\s<>"]+[?&]token=[\w-]+/.exec(text)?.[0] ?? null,
  };
}
