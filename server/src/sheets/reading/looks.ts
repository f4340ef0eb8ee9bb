import { SURE_ENOUGH } from './read-item.ts';
import type { Settled } from './settle-text.ts';
import { plain } from './shapes.ts';

const SIZES_LOOKED_AT = [1, 0.78, 1.24];

/** Reads a place at a multiple of its usual size. */
export type Look = (factor: number) => Promise<Settled | null>;

/** Figures have no dictionary, so two of three readings at different sizes must agree. */
export async function agreed(look: Look): Promise<Settled | null> {
  const seen: Settled[] = [];
  for (const factor of SIZES_LOOKED_AT) {
    const settled = await look(factor);
    if (!settled) continue;
    const same = seen.find(({ ja }) => plain(ja) === plain(settled.ja));
    // Spaces are lost more often than invented.
    if (same)
      return {
        ja: same.ja.length >= settled.ja.length ? same.ja : settled.ja,
        confidence: Math.max(same.confidence, settled.confidence),
      };
    seen.push(settled);
  }
  return null;
}

/** Retries at another size where the first reading makes no sense in this field. */
export async function firstThatFits(look: Look): Promise<Settled | null> {
  for (const factor of SIZES_LOOKED_AT) {
    const settled = await look(factor);
    if (settled && settled.confidence >= SURE_ENOUGH) return settled;
  }
  return null;
}
