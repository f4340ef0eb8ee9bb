// Ten thousand readers of the live stream in their own process: opens streams on command and reports arriving events.
import { connect, type Socket } from 'node:net';

export interface ToReaders {
  port: number;
  cookies: string[];
}
export type FromReaders = { opened: number } | { lastAtNs: string; readers: number };

const CONCURRENCY = 50;
const sockets: Socket[] = [];
let received = 0;

const open = (port: number, cookie: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let isOpen = false;
    socket.on('data', (part) => {
      if (!isOpen) {
        if (!part.includes(' 200 ')) reject(new Error(part.toString().slice(0, 200)));
        isOpen = true;
        resolve();
      }
      if (part.includes('event: bid') && ++received === sockets.length) {
        received = 0;
        process.send?.({ lastAtNs: String(process.hrtime.bigint()), readers: sockets.length } satisfies FromReaders);
      }
    });
    socket.on('error', reject);
    socket.write(
      `GET /v1/events/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
    );
    sockets.push(socket);
  });

process.on('message', async ({ port, cookies }: ToReaders) => {
  for (let at = 0; at < cookies.length; at += CONCURRENCY)
    await Promise.all(cookies.slice(at, at + CONCURRENCY).map((cookie) => open(port, cookie)));
  process.send?.({ opened: sockets.length } satisfies FromReaders);
});
process.on('disconnect', () => process.exit(0));
