import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { MAPPING_NAME, UnreadableFeed } from '../read/mapping.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Plain http can be read and changed on the way, so it is allowed only within this machine. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

const source = z.strictObject({
  name: z.string().check(z.regex(/^[\w-]{1,60}$/)),
  url: z.url().check(z.refine(isSafe, 'https: is needed')),
  /** For a table; without it the response is NDJSON. */
  mapping: z.optional(z.string().check(z.regex(MAPPING_NAME))),
  everySeconds: z._default(z.int().check(z.minimum(10), z.maximum(86_400)), 300),
  /** Credentials: sent, but never shown or logged. */
  headers: z._default(
    z.record(z.string().check(z.regex(/^[\w-]{1,60}$/)), z.string().check(z.regex(/^[^\r\n\0]*$/))),
    {},
  ),
});
export type FeedSource = z.infer<typeof source>;

const sources = z.array(source).check(
  z.maxLength(100),
  z.refine((given) => new Set(given.map(({ name }) => name)).size === given.length, 'two have one name'),
);

/** The lists to poll; empty when there is no file. Read each time, so changes need no restart. */
export async function readSources(file: string): Promise<FeedSource[]> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '[]';
  });
  let given: unknown;
  try {
    given = JSON.parse(content);
  } catch {
    // Without the message of JSON.parse, which quotes the content and its credentials.
    throw new UnreadableFeed(`${file} is not JSON`);
  }
  const parsed = sources.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  throw new UnreadableFeed(`${file} does not fit: ${issues.join('; ')}`);
}
