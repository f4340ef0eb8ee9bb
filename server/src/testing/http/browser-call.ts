import { request } from 'node:http';
import type { Person } from './people.ts';

export interface Answer {
  status: number;
  body: { bidId?: number; messageCode?: string };
}
/** Rejects without a complete reply: the call may have been carried out or not. */
export type Call = (person: Person, method: 'POST' | 'PUT', path: string, body: object, key: string) => Promise<Answer>;

const NO_ANSWER_MS = 10_000;

/** Calls over HTTP, each on a new connection, to any of the servers on these ports. */
export function browserCall(port: number, serverPorts: readonly number[]): Call {
  return (person, method, path, body, key) =>
    new Promise((resolve, reject) => {
      const cookie = serverPorts.map((known) => person.cookie.replace('3000', String(known))).join('; ');
      const identity = person.bearer ? { authorization: `Bearer ${person.bearer}` } : { cookie };
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...identity };
      const asked = request(
        { port, host: '127.0.0.1', method, path, headers, agent: false, timeout: NO_ANSWER_MS },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('error', reject).on('end', () => {
            if (!answer.complete) return reject(new Error('the answer was cut'));
            try {
              resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
            } catch (error) {
              reject(error);
            }
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no answer'))).on('error', reject);
      asked.end(JSON.stringify(body));
    });
}
