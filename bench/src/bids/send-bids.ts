import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Person } from '../../../server/src/testing/http/people.ts';

/** Places a bid over HTTP; returns the status of the reply. */
export type SendBid = (person: Person, lotId: number, amountYen: number) => Promise<number>;

/** Sends to the server at this address, over as many connections as concurrent bids. */
export function bidSender(url: string, port: number, concurrency: number): SendBid {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  return (person, lotId, amountYen) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${url}/v1/bid/create`,
        {
          method: 'POST',
          agent,
          headers: {
            cookie: person.cookie.replace('3000', String(port)),
            'content-type': 'application/json',
            'idempotency-key': randomBytes(8).toString('hex'),
          },
        },
        (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
      );
      sent.on('error', reject);
      sent.end(JSON.stringify({ amount: amountYen, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' }));
    });
}
