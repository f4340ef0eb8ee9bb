import { createHash } from 'node:crypto';
import type { ChatTemplates, saveTemplates as saveTemplatesCall } from '@seri/contract/chat/template-routes.ts';
import { TEMPLATES } from '@seri/contract/chat/templates.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db, Tx } from '../platform/db/db.ts';
import { forgetSetting, saveSettings } from '../platform/db/installation.ts';
import { lockTemplates } from './template-queries.ts';

/** The message templates, with the version that a change must name. */
export async function viewTemplates(db: Db | Tx): Promise<ChatTemplates> {
  const { chatTemplates } = await readSettings(db);
  return {
    items: [...(chatTemplates ?? TEMPLATES)],
    isBuiltIn: chatTemplates === null,
    version: versionOf(chatTemplates),
  };
}

/** Replaces all message templates; an equal list changes nothing. Throws Chat.TemplatesChanged if they changed since `version`. */
export const saveTemplates = ({ db }: Database, { items, version }: BodyOf<typeof saveTemplatesCall>) =>
  db.transaction().execute(async (tx) => {
    await lockTemplates(tx);
    const { chatTemplates } = await readSettings(tx);
    if (versionOf(chatTemplates) === versionOf(items)) return;
    if (versionOf(chatTemplates) !== version) throw new ApiError('Chat.TemplatesChanged');
    if (items === null) await forgetSetting(tx, 'chatTemplates');
    else await saveSettings(tx, { chatTemplates: items });
  });

// Hashes tuples, not objects, since the order of stored keys may vary.
const versionOf = (items: readonly { en: string; ru: string }[] | null): string =>
  createHash('sha256')
    .update(JSON.stringify(items?.map(({ en, ru }) => [en, ru]) ?? null))
    .digest('hex')
    .slice(0, 16);
