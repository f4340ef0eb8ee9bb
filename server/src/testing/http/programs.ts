import { randomBytes } from 'node:crypto';
import { SCOPES, type Scope } from '@seri/contract/back-office/scopes.ts';
import { createToken } from '../../back-office/change-token.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Person } from './people.ts';

/** Creates a program of the provider with a valid token; its id is that of the token. */
export async function createProgram(db: Db, scopes: readonly Scope[] = SCOPES): Promise<Person & { bearer: string }> {
  const name = `program-${randomBytes(6).toString('hex')}`;
  const bearer = await db.transaction().execute((tx) => createToken(tx, { name, scopes: [...scopes] }));
  const { id } = await db.selectFrom('service_tokens').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return { id, email: name, cookie: '', bearer };
}
