import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The mail server's behaviour for one message; `defers` and the refusals apply to the recipient's address. */
export type MailMood =
  | 'takes'
  | 'takes it and says nothing'
  | 'says nothing'
  | 'defers'
  | 'knows no such receiver'
  | 'does not relay'
  | 'refuses the login';

export interface ReceivedMail {
  /** Recipient of the envelope. */
  to: string;
  raw: string;
  mail: Email;
}

export interface TestMailServer {
  /** For SMTP_URL, with the required credentials. */
  url: string;
  /** Behaviour for the next messages, one each; afterwards all are accepted. */
  moods: MailMood[];
  received: ReceivedMail[];
  receivedBy(address: string): ReceivedMail[];
  /** Resolves with the next message, before it is answered. */
  nextMail(): Promise<void>;
  close(): Promise<void>;
}

export const MAIL_USER = 'seri';
export const MAIL_PASSWORD = 'a password+nobody/may see';

/** Starts an SMTP server with a login on this machine, by default on a free port, that stores the messages it receives. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const moods: MailMood[] = [];
  const received: ReceivedMail[] = [];
  let waiting: (() => void)[] = [];

  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      if (moods[0] === 'refuses the login') {
        moods.shift();
        return done(new Error(`535 5.7.8 no login for ${username} with ${password}`));
      }
      return username === MAIL_USER && password === MAIL_PASSWORD
        ? done(null, { user: username })
        : done(new Error('no'));
    },
    onRcptTo: (_address, _session, done) => {
      const refusal = refusalOf(moods[0]);
      if (refusal) moods.shift();
      return done(refusal);
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      // A sender that disconnects in the middle sent nothing.
      stream.on('error', () => {});
      stream.on('end', async () => {
        const raw = Buffer.concat(parts);
        const mood = moods.shift() ?? 'takes';
        const to = envelope.rcptTo[0]?.address ?? '';
        if (mood !== 'says nothing')
          received.push({ to, raw: raw.toString('utf8'), mail: await PostalMime.parse(raw) });
        for (const resolve of waiting.splice(0)) resolve();
        if (mood === 'takes') done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.server.address() as AddressInfo;
  return {
    url: `smtp://${MAIL_USER}:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${bound.port}`,
    moods,
    received,
    receivedBy: (address) => received.filter(({ to }) => to === address),
    nextMail: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(mood: MailMood | undefined): Error | null {
  const answers: Partial<Record<MailMood, [number, string]>> = {
    defers: [451, '4.7.1 try again later'],
    'knows no such receiver': [550, '5.1.1 no such person here'],
    'does not relay': [554, '5.7.1 relay access denied'],
  };
  const [responseCode, words] = (mood && answers[mood]) ?? [];
  return responseCode ? Object.assign(new Error(words), { responseCode }) : null;
}
