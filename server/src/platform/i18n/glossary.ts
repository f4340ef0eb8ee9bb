import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A word of Japanese auctions in both languages of the portal; `kind` says where it stands (demo-data/SOURCES.md). */
export interface GlossaryWord {
  kind: string;
  ja: string;
  en: string;
  ru: string;
}

let words: readonly GlossaryWord[] | null = null;

/** The committed list of words; what managers correct stands in the database and wins. */
export function glossaryWords(): readonly GlossaryWord[] {
  words ??= parse(readFileSync(join(import.meta.dirname, 'glossary.csv')), { columns: true }) as GlossaryWord[];
  return words;
}
