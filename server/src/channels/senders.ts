import type { Channel } from '@seri/contract/channels/channels.ts';
import type { Db } from '../platform/db/db.ts';
import type { Messengers } from '../platform/process/config.ts';
import { readPushIdentity } from './identity-queries.ts';
import { lineSender } from './send/line.ts';
import { maxSender } from './send/max.ts';
import type { Send } from './send/outcome.ts';
import { pushSender } from './send/push.ts';
import { telegramSender } from './send/telegram.ts';
import { whatsAppSender } from './send/whatsapp.ts';

interface SenderOptions {
  messengers: Messengers;
  publicUrl: string;
  secretKey: string;
  /** Tests only: push services on this machine. No setting opens this. */
  pushInside?: boolean;
}

/** The channels that can send: push always, a messenger when it is configured. */
export async function noticeSenders(
  db: Db,
  { messengers: { telegram, whatsapp, line, max }, publicUrl, secretKey, pushInside = false }: SenderOptions,
): Promise<Partial<Record<Channel, Send>>> {
  const identity = await readPushIdentity(db, { secretKey, publicUrl });
  return {
    push: pushSender(identity, { allowsInside: pushInside }),
    ...(telegram && { telegram: telegramSender(telegram) }),
    ...(whatsapp && { whatsapp: whatsAppSender(whatsapp) }),
    ...(line && { line: lineSender(line) }),
    ...(max && { max: maxSender(max) }),
  };
}
