import { SURE_ENOUGH } from './read-item.ts';
import type { InterpretedText } from './settle-text.ts';
import { plain } from './shapes.ts';

const SIZES_LOOKED_AT = [1, 0.78, 1.24];

/** Reads a place at a multiple of its usual size. */
export type ReadAtScale = (factor: number) => Promise<InterpretedText | null>;

/** Figures have no dictionary, so two of three readings at different sizes must agree. */
export async function twoOfThree(readAt: ReadAtScale): Promise<InterpretedText | null> {
  const seen: InterpretedText[] = [];
  for (const factor of SIZES_LOOKED_AT) {
    const settled = await readAt(factor);
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
export async function firstPlausible(readAt: ReadAtScale): Promise<InterpretedText | null> {
  for (const factor of SIZES_LOOKED_AT) {
    const settled = await readAt(factor);
    if (settled && settled.confidence >= SURE_ENOUGH) return settled;
  }
  return null;
}
