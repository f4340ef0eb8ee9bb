import type { Db } from '../../../server/src/platform/db/db.ts';
import { createPerson, type PersonOptions } from '../../../server/src/testing/http/people.ts';
import type { Headers } from './over-http.ts';

/** As many as concurrent requests: each has its own session, budgets and data. */
const PEOPLE = 32;

/** Cookies of several people for a server on this port. One person has a limit of concurrent calls. */
export async function severalPeople(db: Db, port: number, who: PersonOptions = {}): Promise<Headers[]> {
  const people: Headers[] = [];
  for (let at = 0; at < PEOPLE; at += 1) {
    const { cookie } = await createPerson(db, who);
    people.push({ cookie: cookie.replace('3000', String(port)) });
  }
  return people;
}
