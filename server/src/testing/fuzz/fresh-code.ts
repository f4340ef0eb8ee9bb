import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import type { Person } from '../http/people.ts';
import { appCode, letStepsPass } from '../http/second-factor.ts';
import { PASSWORD } from './pools.ts';

const START = '/v1/user/start-second-factor';
const CONFIRM = '/v1/user/confirm-second-factor';

/** Brings the account into the state that this call needs; returns a valid code, and the cookie of a pending log-in. */
export async function freshCode(
  { app, database }: { app: FastifyInstance; database: Database },
  person: Person,
  path: string,
): Promise<{ code: string; cookie?: string }> {
  const ask = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { cookie: person.cookie } } as InjectOptions);
  await database.db.deleteFrom('second_factors').where('user_id', '=', person.id).execute();
  if (path.startsWith(START)) return { code: '' };
  const code = appCode((await ask(START, { password: PASSWORD })).json().secret);
  if (path.startsWith(CONFIRM)) return { code };
  await ask(CONFIRM, { code });
  await letStepsPass(database.pool);
  if (!path.startsWith('/v1/auth/')) return { code };
  const login = await app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    payload: { email: person.email, password: PASSWORD },
  });
  return { code, cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
