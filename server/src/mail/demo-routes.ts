import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoMail, demoMails } from '@seri/contract/mail/routes.ts';
import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { NotFound } from '../platform/calls/errors.ts';
import { isDemonstration } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { type DemoMail, findDemoMail, findDemoMails } from './queries.ts';

const MAX_LISTED = 50;
/** Policy of a mail as HTML: only its own styles and its attached picture, isolated from the portal. */
const HTML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; sandbox";

export interface DemoMailbox {
  /** The folder of the written mails. */
  dir: string;
  /** Origin of the portal in the mails. */
  origin: string;
}

/** The mails of a demonstration, readable without login; other portals answer NotFound (business-rules.md#demonstration). */
export function demoMailRoutes(app: FastifyInstance, { db }: Database, mailbox: DemoMailbox | null): void {
  const readMail = mailbox ? mailReader(mailbox.dir) : async () => null;

  const ensureDemonstration = async () => {
    if (!(await isDemonstration(db))) throw new NotFound();
  };
  const findMail = async (id: number) => {
    await ensureDemonstration();
    const row = await findDemoMail(db, id);
    const mail = row && (await readMail(id));
    if (!mail) throw new NotFound();
    return { row, mail };
  };

  registerRoute(app, demoMails, async () => {
    await ensureDemonstration();
    const rows = await findDemoMails(db, MAX_LISTED);
    const items = await Promise.all(
      rows.map(async (row) => {
        const mail = await readMail(row.id);
        return mail ? [headOf(row, mail)] : [];
      }),
    );
    return { items: items.flat() };
  });

  registerRoute(app, demoMail, async ({ query }) => {
    const { row, mail } = await findMail(query.id);
    return { ...headOf(row, mail), from: mail.from, text: mail.text, origin: mailbox?.origin ?? '' };
  });

  app.get<{ Params: { id: string } }>(
    '/v1/demo/mail/:id/html',
    { config: { budget: 'read' } },
    async ({ params }, reply) => {
      if (!/^[1-9]\d{0,8}$/.test(params.id)) throw new NotFound();
      const { mail } = await findMail(Number(params.id));
      return (
        reply
          .header('content-security-policy', HTML_POLICY)
          // Browsers refuse to show a sandboxed page with an opener policy.
          .header('cross-origin-opener-policy', 'unsafe-none')
          .type('text/html; charset=utf-8')
          .send(mail.html)
      );
    },
  );
}

const headOf = ({ id, kind, to, sentAt }: DemoMail, { subject, lang }: WrittenMail) => ({
  id,
  kind,
  to,
  subject,
  lang,
  sentAt: sentAt.toISOString(),
});

interface WrittenMail {
  from: string;
  subject: string;
  lang: 'en' | 'ru';
  text: string;
  html: string;
}

const MAX_CACHED = 200;

/** Reads mails of the folder and caches them, since a written mail does not change. Null for a missing one. */
function mailReader(dir: string): (mailId: number) => Promise<WrittenMail | null> {
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
