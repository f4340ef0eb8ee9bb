export type WordLanguage = 'en' | 'ru';

/** The text as auction houses write it, English, Russian, and alternative spellings separated by `|`. */
export type WordRow = readonly [value: string, en: string, ru: string, spellings?: string];

export interface Word extends Record<WordLanguage, string> {
  value: string;
  /** Key of the value, shared by its alternative spellings. */
  key: string;
}
export type WordTable = ReadonlyMap<string, Word>;

/** The managers' overrides of one kind in the reader's language, by {@link wordKey}. They win over the built-in table. */
export type GlossaryOverrideTable = Readonly<Record<string, string>>;

/** The key of a term; equal for spellings that differ only in case, width and spaces. */
export const wordKey = (value: string): string => value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase();

/** Builds a table that finds a word by its value and by each of its spellings. */
export function wordTable(rows: readonly WordRow[]): WordTable {
  return new Map(
    rows.flatMap(([value, en, ru, spellings = '']) =>
      [value, ...spellings.split('|').filter(Boolean)].map(
        (spelling) => [wordKey(spelling), { value, key: wordKey(value), en, ru }] as const,
      ),
    ),
  );
}

/** The term in the language, ignoring case and width; undefined when there is none. */
export function findWord(
  table: WordTable,
  value: string,
  language: WordLanguage,
  own: GlossaryOverrideTable = {},
): string | undefined {
  const key = wordKey(value);
  const word = table.get(key);
  return own[key] ?? (word && (own[word.key] ?? word[language]));
}
