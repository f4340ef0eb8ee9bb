import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface WrittenMail {
  from: string;
  subject: string;
  lang: 'en' | 'ru';
  text: string;
  html: string;
}

const MOST_KEPT = 200;

/** Reads mails of the folder; one that was read is kept, since a written mail does not change. Null for one that is not there. */
export function mailReader(dir: string): (mailId: number) => Promise<WrittenMail | null> {
  const kept = new Map<number, WrittenMail>();
  return async (mailId) => {
    const known = kept.get(mailId);
    if (known) return known;
    const bytes = await readFile(join(dir, `${mailId}.eml`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) return null;
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
    const mail: WrittenMail = {
      from: [from?.name, `<${from?.address}>`].filter(Boolean).join(' '),
      subject,
      lang: html.includes('<html lang="ru">') ? 'ru' : 'en',
      text,
      html,
    };
    kept.set(mailId, mail);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as number);
    return mail;
  };
}
