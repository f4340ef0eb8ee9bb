import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A term of Japanese auctions in both languages of the portal; `kind` is its field (demo-data/SOURCES.md). */
export interface GlossaryWord {
  kind: string;
  ja: string;
  en: string;
  ru: string;
}

let words: readonly GlossaryWord[] | null = null;

/** Returns the committed list of terms; corrections by managers are in the database and take precedence. */
export function glossaryWords(): readonly GlossaryWord[] {
  words ??= parse(readFileSync(join(import.meta.dirname, 'glossary.csv')), { columns: true }) as GlossaryWord[];
  return words;
}
