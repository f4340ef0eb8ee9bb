import type { PartyForm } from '@seri/contract/purchases/parties.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

const columns = [
  'id',
  'full_name',
  'address',
  'country_id',
  'port',
  'telephone',
  'email',
  'document',
  'payment_method',
] as const;

export const findAddresses = (db: Db, ids: number[]) =>
  ids.length === 0 ? [] : db.selectFrom('addresses').select(columns).where('id', 'in', ids).execute();

const MAX_SAVED = 50;
export const findAddressBook = (db: Db, userId: number) =>
  db
    .selectFrom('addresses')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_SAVED)
    .execute();
export type AddressRow = Awaited<ReturnType<typeof findAddressBook>>[number];

/** Returns the entry with this text, an existing one or a new one. */
export async function saveAddress(tx: Tx, userId: number, form: PartyForm): Promise<number> {
  const words = {
    user_id: userId,
    full_name: form.fullName,
    address: form.address,
    country_id: form.countryId,
    port: form.port,
    telephone: form.telephone,
    email: form.email,
    document: form.document,
    payment_method: form.paymentMethod,
  };
  const inserted = await tx
    .insertInto('addresses')
    .values(words)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return inserted.id;
  const known = Object.entries(words).reduce(
    (found, [column, value]) => found.where(column as keyof typeof words, '=', value),
    tx.selectFrom('addresses').select('id'),
  );
  return (await known.executeTakeFirstOrThrow()).id;
}
