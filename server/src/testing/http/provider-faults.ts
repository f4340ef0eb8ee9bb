import type { IncomingMessage, ServerResponse } from 'node:http';

export const FAULTS = ['missing', 'inside', 'page', 'huge', 'cut', 'late', 'silent', 'moved'] as const;
export type Fault = (typeof FAULTS)[number];

/** One lot in five has a fault on its second photo. */
export function faultOf(lot: number, { isEverSilent }: { isEverSilent: boolean }): Fault | null {
  const fault = lot % 5 === 0 ? FAULTS[(lot / 5) % FAULTS.length] : undefined;
  return fault === 'silent' && !isEverSilent ? null : (fault ?? null);
}

interface Faults {
  /** Some requests are never answered, which takes the fetcher as long as its time limit. */
  isEverSilent: boolean;
  /** The picture at a path. */
  pictureAt: (path: string) => Buffer | undefined;
  /** Addresses inside the network, to which some pictures redirect. */
  inside: () => readonly string[];
  /** Called when a picture is about to be answered completely. */
  onAnswered: (path: string) => void;
}

/** Answers of a provider with all its faults; its photos are `/LOT-1.jpg` and `/LOT-2.jpg`. */
export function faultyAnswers({ isEverSilent, pictureAt, inside, onAnswered }: Faults) {
  return ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const good = () => {
      onAnswered(url);
      response.writeHead(200, { etag: `"${url}"` }).end(pictureAt(url));
    };
    const lot = Number(/^\/(\d+)-2\.jpg$/.exec(url)?.[1]);
    const fault = Number.isNaN(lot) ? null : faultOf(lot, { isEverSilent });
    if (fault === 'missing') response.writeHead(404).end();
    else if (fault === 'inside') response.writeHead(302, { location: inside()[lot % inside().length] ?? '' }).end();
    else if (fault === 'page') response.writeHead(200).end('<!doctype html><p>log in</p>');
    else if (fault === 'huge') {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      let sent = 0;
      const more = () => {
        sent += 1_000_000;
        if (sent > 60_000_000) response.end();
        else if (!response.destroyed) response.write(Buffer.alloc(1_000_000, 0xff), more);
      };
      more();
    } else if (fault === 'cut') {
      response.writeHead(200, { 'content-length': 100_000 });
      response.write(pictureAt(url), () => response.destroy());
    } else if (fault === 'late') setTimeout(good, 300);
    else if (fault === 'moved') response.writeHead(302, { location: `/moved${url}` }).end();
    else if (fault !== 'silent') good();
  };
}
