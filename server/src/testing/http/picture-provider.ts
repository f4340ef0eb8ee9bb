import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type OutsideDoor, openOutsideDoor } from '../../platform/outside-fetch.ts';
import { testCertificate } from './test-certificate.ts';

const LOOPBACK = '127.0.0.1';
/** The provider's public address; connections to it reach the server of the test. */
const PUBLIC = '93.184.216.34';
/** Names that resolve to this machine, to a private network, and first to a public, then to this machine. */
const INSIDE_NAME = 'inside.photos.example';
const REBINDING_NAME = 'rebinding.photos.example';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider's photo server on this machine, the door that reaches it, and a canary that nobody may call. */
export interface PictureProvider {
  /** Address of a path on host `n`, such as `https://a.photos.example:40123/1.jpg`. */
  at(path: string, host?: string): string;
  /** Requests by path, in order. */
  asked: string[];
  /** Replaces the answers. */
  answer: Answer;
  door: OutsideDoor;
  cert: string;
  /** Addresses inside the network under different spellings, all of which would reach the canary. */
  inside: string[];
  /** Requests that reached the canary. */
  canaryCalls: string[];
  close(): Promise<void>;
}

/** The door of a worker that reaches providers with this certificate; another process can open it as well. */
export function providerDoor(cert: string): OutsideDoor {
  let rebindings = 0;
  const resolve = ((name: string, _: object, done: (error: Error | null, found: object[]) => void) => {
    const found = (address: string) => done(null, [{ address, family: 4 }]);
    if (name === INSIDE_NAME) return found(LOOPBACK);
    if (name === REBINDING_NAME) return found(rebindings++ === 0 ? PUBLIC : LOOPBACK);
    if (!name.endsWith('photos.example')) return done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    return found(PUBLIC);
  }) as unknown as typeof lookup;
  return openOutsideDoor({ resolve, ca: cert, dial: (address) => (address === PUBLIC ? LOOPBACK : address) });
}

export async function pictureProvider(answer: Answer): Promise<PictureProvider> {
  const { key, cert } = testCertificate(['photos.example', '*.photos.example', 'localhost']);
  const canaryCalls: string[] = [];
  const canary = createServer({ key, cert }, (request, response) => {
    canaryCalls.push(request.url ?? '');
    response.end('canary');
  });
  // Also a call that fails in the handshake counts.
  canary.on('connection', () => canaryCalls.push('connection'));
  const plainCanary = createPlainServer((request, response) => {
    canaryCalls.push(request.url ?? '');
    response.end('canary');
  });
  const server = createServer({ key, cert }, (request, response) => {
    provider.asked.push(request.url ?? '');
    provider.answer(request, response);
  });
  for (const one of [canary, plainCanary, server]) {
    one.listen(0, LOOPBACK);
    await once(one, 'listening');
  }
  const portOf = (one: { address(): unknown }) => (one.address() as AddressInfo).port;
  const [port, canaryPort, plainPort] = [portOf(server), portOf(canary), portOf(plainCanary)];
  const door = providerDoor(cert);
  const provider: PictureProvider = {
    at: (path, host = 'a') => `https://${host}.photos.example:${port}${path}`,
    asked: [],
    answer,
    door,
    cert,
    inside: [
      ...[LOOPBACK, '[::1]', '[::ffff:127.0.0.1]', 'localhost', INSIDE_NAME, '2130706433', '0x7f.1', '127.1'].map(
        (host) => `https://${host}:${canaryPort}/secret`,
      ),
      `http://${LOOPBACK}:${plainPort}/secret`,
      `https://169.254.169.254/latest/meta-data`,
      `https://10.0.0.1/secret`,
    ],
    canaryCalls,
    close: async () => {
      door.close();
      for (const one of [canary, plainCanary, server]) {
        one.closeAllConnections();
        await new Promise((closed) => one.close(closed));
      }
    },
  };
  return provider;
}
