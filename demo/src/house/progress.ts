import { mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

const progress = z.object({
  /** Results of the auction houses' lots are published up to this instant. */
  decidedMs: z.int(),
  /** Last Japanese day whose lots are listed. */
  listedDay: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  hall: z.object({
    intervalMs: z.int(),
    /** Slots listed without a gap; results are published up to `decidedMs`. */
    firstSlot: z.int(),
    lastSlot: z.int(),
    decidedMs: z.int(),
  }),
});

/** Progress of publishing. After a crash later results are published again, which changes nothing for the reader. */
export type Progress = z.infer<typeof progress>;

/** Null at the first start, or when the file is broken. */
export function readProgress(file: string): Progress | null {
  try {
    return progress.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

export async function saveProgress(file: string, value: Progress): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.writing`, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(`${file}.writing`, file);
}
