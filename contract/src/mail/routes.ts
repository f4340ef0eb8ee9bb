import * as z from 'zod/mini';
import { instant, intParam, noQuery, route } from '../http.ts';

const demoMailHead = {
  id: z.int(),
  /** Kind of the mail, such as `verify_address`. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Language of the mail, independent of the reader's own. */
  lang: z.enum(['en', 'ru']),
  sentAt: instant,
};

const mailId = intParam(1, 2_147_483_647);

export const demoMails = route({
  method: 'GET',
  path: '/v1/demo/mail',
  budget: 'read',
  summary: 'The 50 newest mails to demonstration accounts; 404 outside a demonstration',
  access: 'public',
  query: noQuery,
  reply: z.object({ items: z.array(z.object(demoMailHead)) }),
  errors: ['NotFound'],
});

export const demoMail = route({
  method: 'GET',
  path: '/v1/demo/mail/view',
  budget: 'read',
  summary: 'One mail to a demonstration account as plain text',
  access: 'public',
  query: z.strictObject({ id: mailId }),
  reply: z.object({
    ...demoMailHead,
    from: z.string(),
    text: z.string(),
    /** Addresses in the text that begin with this open the portal itself. */
    origin: z.string(),
  }),
  errors: ['NotFound'],
});
