import * as z from 'zod/mini';
import { noQuery, route } from '../http.ts';
import { PAGE_TYPES } from '../lots/page-types.ts';
import { ASKABLE } from './questions.ts';

export const askable = z.enum(ASKABLE);

/** Lots of which a client may have unanswered questions at a time. */
export const MAX_ASKED_LOTS = 30;

export const askManager = route({
  method: 'POST',
  path: '/v1/costs/ask',
  budget: 'write',
  summary:
    "Ask the manager for the unknown facts that make a lot's total at the own door a range; a repeat changes nothing",
  access: { userType: 2 },
  query: noQuery,
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(20)), pageType: z.enum(PAGE_TYPES) }),
  /** All facts of the lot that the client has asked for and that are not answered yet. */
  reply: z.object({ asked: z.array(askable) }),
  errors: ['NotFound', 'Access.Denied', 'Door.NoDestination', 'Door.NothingToAsk', 'Door.QuestionLimit'],
});
