export type WordLanguage = 'en' | 'ru';

/** How a house writes it, in English, in Russian, and other spellings separated by `|`. */
export type WordRow = readonly [value: string, en: string, ru: string, spellings?: string];

export interface Word extends Record<WordLanguage, string> {
  value: string;
  /** Of the value, which its other spellings share. */
  key: string;
}
export type WordTable = ReadonlyMap<string, Word>;

/** Words of one kind that managers wrote, by {@link wordKey}, in the reader's language. They win over the table. */
export type GlossaryOverrideTable = Readonly<Record<string, string>>;

/** The same for spellings that differ in nothing but case, width and spaces. */
export const wordKey = (value: string): string => value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase();

export function wordTable(rows: readonly WordRow[]): WordTable {
  return new Map(
    rows.flatMap(([value, en, ru, spellings = '']) =>
      [value, ...spellings.split('|').filter(Boolean)].map(
        (spelling) => [wordKey(spelling), { value, key: wordKey(value), en, ru }] as const,
      ),
    ),
  );
}

/** The word in the language, whatever the letters' case and width; undefined when nobody wrote one. */
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
