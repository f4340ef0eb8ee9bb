export type WordLanguage = 'en' | 'ru';

/** How a house writes it, in English, in Russian, and other spellings separated by `|`. */
export type WordRow = readonly [value: string, en: string, ru: string, spellings?: string];

export type WordTable = ReadonlyMap<string, Record<WordLanguage, string>>;

const keyOf = (value: string): string => value.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase();

export function wordTable(rows: readonly WordRow[]): WordTable {
  return new Map(
    rows.flatMap(([value, en, ru, spellings = '']) =>
      [value, ...spellings.split('|').filter(Boolean)].map((spelling) => [keyOf(spelling), { en, ru }] as const),
    ),
  );
}

/** The word in the language, whatever the letters' case and width; undefined when the table has none. */
export const findWord = (table: WordTable, value: string, language: WordLanguage): string | undefined =>
  table.get(keyOf(value))?.[language];
