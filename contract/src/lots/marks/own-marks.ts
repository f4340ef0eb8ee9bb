import * as z from 'zod/mini';

/** A person's own marks on a lot, which nobody else sees; part of the lot's record. */
export const ownMarks = z.object({ hidden: z.boolean(), note: z.string(), tags: z.array(z.string()) });
export type LotOwnMarks = z.infer<typeof ownMarks>;
