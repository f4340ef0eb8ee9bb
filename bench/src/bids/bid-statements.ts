import { defaultPermissions, ROLE } from '@seri/contract/auth/permissions.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { placeBid } from '../../../server/src/bids/place/place-bid.ts';
import type { Database } from '../../../server/src/platform/db/db.ts';
import type { DB } from '../../../server/src/platform/db/tables.ts';
import { createPerson } from '../../../server/src/testing/http/people.ts';

interface Statement {
  text: string;
  values: unknown[];
}
/** The statements of a bid by this client on this lot. */
export type BidTemplate = (userId: number, lotId: number) => Statement[];

interface Fixture {
  database: Database;
  url: string;
  lots: number[];
}

/** Records the statements of one bid, with placeholders for the client and the lot. */
export async function templateOf({ database, url, lots }: Fixture): Promise<BidTemplate> {
  const person = await createPerson(database.db, { creditLimitYen: -1 });
  const lotId = lots.at(-1) ?? 0;
  const taken: Statement[] = [];
  const pool = new Pool({ connectionString: url, max: 1 });
  const bidDb = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      taken.push({ text: event.query.sql, values: [...event.query.parameters] });
    },
  });
  const key = 'the-key-of-the-template';
  await placeBid(
    { ...database, bidDb },
    {
      userId: person.id,
      permissions: defaultPermissions(ROLE.client),
      actor: { kind: 'client', userId: person.id },
      payload: { amount: 400_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' },
      ifMatch: null,
      repeat: { userId: person.id, call: 'createBid', key, body: {} },
      requestId: 'bench',
    },
  );
  await bidDb.destroy();
  let turn = 0;
  return (userId, newLotId) => {
    turn += 1;
    const put = (value: unknown) => {
      if (value === person.id) return userId;
      if (value === lotId) return newLotId;
      return typeof value === 'string' ? value.replaceAll(key, `${key}-${turn}`) : value;
    };
    return taken.map(({ text, values }) => ({ text, values: values.map(put) }));
  };
}
