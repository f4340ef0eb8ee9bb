import type { Db } from '../../../server/src/platform/db/db.ts';
import { createPerson, type PersonOptions } from '../../../server/src/testing/http/people.ts';
import type { Headers } from './over-http.ts';

/** As many as ask at once: each has a session, budgets and marks of his own. */
const PEOPLE = 32;

/** What each of them sends to a server on this port. One person has a few calls answered at a time, however many he sends. */
export async function severalPeople(db: Db, port: number, who: PersonOptions = {}): Promise<Headers[]> {
  const people: Headers[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const { cookie } = await createPerson(db, who);
    people.push({ cookie: cookie.replace('3000', String(port)) });
  }
  return people;
}
