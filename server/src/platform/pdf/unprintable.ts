import { loadFaces } from './faces.ts';
import { undrawableLetters } from './text-runs.ts';

/** Returns the characters in these texts that no document font has, without duplicates: they would print as question marks. */
export async function unprintableLetters(texts: readonly (string | null | undefined)[]): Promise<string[]> {
  const text = texts.filter(Boolean).join('\n');
  return undrawableLetters(text, (await loadFaces(text))[400]);
}
