import type { puzzle } from '@seri/contract/auth/routes.ts';
import type { ReplyOf } from '@seri/contract/http.ts';

/** Batch size: large enough to keep the browser busy, small enough not to delay a key press. */
const BATCH = 256;

/** Finds `challenge.number` whose SHA-256 starts with the required zero bits. Needs https or localhost. */
export async function solvePuzzle({ challenge, zeroBits }: ReplyOf<typeof puzzle>): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, index) => `${challenge}.${first + index}`);
    const hashes = await Promise.all(texts.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))));
    const solution = texts[hashes.findIndex((hash) => leadingZeroBits(new Uint8Array(hash)) >= zeroBits)];
    if (solution) return solution;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
