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

const MAX_CACHED = 200;

/** Reads mails of the folder and caches them, since a written mail does not change. Null for a missing one. */
export function mailReader(dir: string): (mailId: number) => Promise<WrittenMail | null> {
  const cache = new Map<number, WrittenMail>();
  return async (mailId) => {
    const known = cache.get(mailId);
    if (known) return known;
    const bytes = await readFile(join(dir, `${mailId}.eml`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!bytes) return null;
    const {
      from,
      subject = '',
      text = '',
      html: written = '',
      attachments,
    } = await PostalMime.parse(bytes, {
      attachmentEncoding: 'base64',
    });
    // Inlines the attachments, as a mail program shows them.
    const html = attachments.reduce(
      (page, { contentId, mimeType, content }) =>
        contentId ? page.replaceAll(`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${content}`) : page,
      written,
    );
    const mail: WrittenMail = {
      from: [from?.name, `<${from?.address}>`].filter(Boolean).join(' '),
      subject,
      lang: html.includes('<html lang="ru">') ? 'ru' : 'en',
      text,
      html,
    };
    cache.set(mailId, mail);
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as number);
    return mail;
  };
}
