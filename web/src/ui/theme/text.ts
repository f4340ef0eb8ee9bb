import { groupThousands } from './number-text.ts';

type Texts = Readonly<Record<string, string>>;
export type TextValues = Record<string, string | number | null | undefined>;

const pluralRules: Record<string, Intl.PluralRules> = {};
let texts: Texts = {};
let plurals = new Intl.PluralRules('en');
let textLanguage = 'en';

/** Sets the texts of the reader's language, flat by key; nothing renders before. */
export function setTexts(loaded: Texts, language: string): void {
  texts = loaded;
  plurals = pluralRules[language] ??= new Intl.PluralRules(language);
  textLanguage = language;
}

/** Language of the texts. */
export const languageOfTexts = (): string => textLanguage;

/** Adds further texts of the same language. */
export function addTexts(loaded: Texts): void {
  texts = { ...texts, ...loaded };
}

export const hasText = (key: string): boolean => key in texts;

/**
 * Text of a key with its `{{values}}`; with a `count`, its form by the language's plural rules (`key_one`, `key_few`
 * ...), and the count itself with spaces between its thousands.
 */
export function t(key: string, values: TextValues = {}): string {
  const text = pluralOf(key, values.count) ?? texts[key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(name, values[name]));
}

const written = (name: string, value: TextValues[string]): string =>
  name === 'count' && Number.isInteger(value) ? groupThousands(Number(value)) : String(value ?? '');

function pluralOf(key: string, count: TextValues[string]): string | undefined {
  if (typeof count !== 'number') return undefined;
  return texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`];
}
