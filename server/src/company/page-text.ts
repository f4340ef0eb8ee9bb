import { readFileSync } from 'node:fs';
import { PAGE_NAMES, type PageName } from '@seri/contract/company/pages.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';

type Language = 'en' | 'ru';
interface PageText {
  title: string;
  /** Markdown. */
  body: string;
}

/**
 * Returns a page in this language, otherwise in the other one; null when the company emptied it
 * (business-rules.md#company-pages).
 */
export function findPage(settings: CompanySettingsValues, name: PageName, language: Language): PageText | null {
  const texts = settings.pages[name] ?? BUILT_IN[name];
  const text = [texts[language], texts.en, texts.ru].find(({ body }) => body.trim() !== '');
  return text ? { title: filled(text.title, settings, language), body: filled(text.body, settings, language) } : null;
}

/** Returns the pages that links may lead to. */
export const pagesWithText = (settings: CompanySettingsValues): PageName[] =>
  PAGE_NAMES.filter((name) => findPage(settings, name, 'en') !== null);

/** Returns the built-in text, with its placeholders. */
export const builtInText = (name: PageName): Record<Language, PageText> => BUILT_IN[name];

const BUILT_IN = Object.fromEntries(
  PAGE_NAMES.map((name) => [name, { en: readText(name, 'en'), ru: readText(name, 'ru') }]),
) as Record<PageName, Record<Language, PageText>>;

/** The first line of a file is its title. */
function readText(name: PageName, language: Language): PageText {
  const text = readFileSync(new URL(`pages/${name}.${language}.md`, import.meta.url), 'utf8');
  const [title = '', ...lines] = text.split('\n');
  return { title: title.replace(/^# /, ''), body: lines.join('\n').trim() };
}

const BID_RULE = {
  first: { en: 'the earlier bid goes to the auction', ru: 'на торги идёт более ранняя ставка' },
  highest: {
    en: 'only the highest bid goes to the auction; in a tie, the earlier one',
    ru: 'на торги идёт только более высокая ставка, а из равных – более ранняя',
  },
} as const;

/** Replaces the settings in double braces, so that no number in a text becomes outdated. */
function filled(text: string, settings: CompanySettingsValues, language: Language): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, key: string) => {
    if (key === 'bidRule') return BID_RULE[settings.bidRule][language];
    const value = Object.hasOwn(settings, key) ? settings[key as keyof CompanySettingsValues] : undefined;
    if (typeof value === 'number') return value.toLocaleString(language);
    return typeof value === 'string' ? value : placeholder;
  });
}
