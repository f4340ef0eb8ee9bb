import { loadFaces } from './faces.ts';
import { undrawableLetters } from './text-runs.ts';

/** The letters in these texts that no face of the papers has, each once: they would be printed as question marks. */
export async function unprintableLetters(texts: readonly (string | null | undefined)[]): Promise<string[]> {
  const text = texts.filter(Boolean).join('\n');
  return undrawableLetters(text, (await loadFaces(text))[400]);
}
