import type { Db } from '../../server/src/platform/db.ts';
import { createPerson } from '../../server/src/testing/people.ts';
import type { Headers } from './over-http.ts';

/** As many as ask at once: each has a session, budgets and marks of his own. */
const PEOPLE = 32;

/** What each of them sends to a server on this port. */
export async function severalPeople(db: Db, port: number): Promise<Headers[]> {
  const people: Headers[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const { cookie } = await createPerson(db);
    people.push({ cookie: cookie.replace('3000', String(port)) });
  }
  return people;
}
