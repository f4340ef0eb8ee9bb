import webPush from 'web-push';
import type { Db } from '../platform/db/db.ts';
import { decrypt, encrypt } from '../platform/encrypt.ts';
import type { PushIdentity } from './send/push.ts';

const contextOf = (secretKey: string) => ({ secretKey, purpose: 'push identity', owner: 'portal' });

/**
 * Returns the key pair that identifies the portal to push services. The first process creates it; it is in the
 * database, so that all servers and workers share it, encrypted under SECRET_KEY. With another SECRET_KEY a new pair
 * replaces it, and browsers subscribe again.
 */
export async function readPushIdentity(
  db: Db,
  { secretKey, publicUrl }: { secretKey: string; publicUrl: string },
): Promise<PushIdentity> {
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:portal@localhost.localdomain';
  const stored = await db.selectFrom('push_identity').selectAll().executeTakeFirst();
  const privateKey = stored && decrypt(contextOf(secretKey), stored.encrypted_private_key);
  if (stored && privateKey) return { subject, publicKey: stored.public_key, privateKey: privateKey.toString() };
  const keys = webPush.generateVAPIDKeys();
  const row = {
    public_key: keys.publicKey,
    encrypted_private_key: encrypt(contextOf(secretKey), Buffer.from(keys.privateKey)),
  };
  const insert = db.insertInto('push_identity').values(row);
  await (stored
    ? insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('push_identity.public_key', '=', stored.public_key),
      )
    : insert.onConflict((conflict) => conflict.doNothing())
  ).execute();
  return readPushIdentity(db, { secretKey, publicUrl });
}
