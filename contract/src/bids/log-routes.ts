import * as z from 'zod/mini';
import { instant, noQuery, route } from '../http.ts';

/** The hash covers the line exactly as sent, so that anyone can verify it. All fields are inside the line. */
const loggedEvent = z.object({ line: z.string(), hash: z.string() });

export const exportLog = route({
  method: 'GET',
  path: '/v1/bid/export-log',
  summary: "The client's own bid events as a hash chain; scripts/verify-bid-log.mjs checks it (docs/decisions/008)",
  access: { userType: 2 },
  query: noQuery,
  reply: z.object({ clientId: z.int(), exportedAt: instant, events: z.array(loggedEvent) }),
  budget: 'search',
});
