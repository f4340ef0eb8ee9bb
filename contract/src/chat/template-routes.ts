import * as z from 'zod/mini';
import { noQuery, route, success } from '../http.ts';

export const MAX_TEMPLATES = 30;
export const MAX_TEMPLATE_LENGTH = 500;

const words = z.string().check(z.trim(), z.minLength(1, 'Field.Required'), z.maxLength(MAX_TEMPLATE_LENGTH));
/** Version of the list that was edited, so that concurrent changes are not overwritten. */
const version = z.string().check(z.minLength(1), z.maxLength(64));

export const listTemplates = route({
  method: 'GET',
  path: '/v1/bid/list-chat-templates',
  budget: 'read',
  summary: "The company's message templates in both languages, for editing",
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: noQuery,
  reply: z.object({
    items: z.array(z.object({ en: z.string(), ru: z.string() })),
    /** The company has no own list. */
    isBuiltIn: z.boolean(),
    version,
  }),
});
export type ChatTemplates = z.infer<typeof listTemplates.reply>;

export const saveTemplates = route({
  method: 'POST',
  path: '/v1/bid/save-chat-templates',
  budget: 'write',
  summary: "Replace the company's message templates; null restores the built-in ones",
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: noQuery,
  body: z.strictObject({
    items: z.nullable(z.array(z.strictObject({ en: words, ru: words })).check(z.maxLength(MAX_TEMPLATES))),
    version,
  }),
  reply: success,
  errors: ['Field.Required', 'Field.Invalid', 'Chat.TemplatesChanged'],
});
