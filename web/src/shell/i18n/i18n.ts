import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type en from '../../locales/en.json';
import { loadNeededPart, reloadOnce } from '../../ui/loading/load-part.ts';
import { addTexts, hasText, setTexts, type TextValues, t as textByKey } from '../../ui/theme/text.ts';
import { readStored, writeStored } from './storage.ts';

export type Language = keyof typeof LANGUAGE;

type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : K;
export type TextKey = WithoutPlural<keyof typeof en>;

export let language: Language = readLanguage();

/** Sets language and texts while the server renders a page; the language does not change there. */
export function setLanguageForPrerender(name: Language, texts: Record<string, string>): void {
  language = name;
  setTexts(texts, name);
}

function readLanguage(): Language {
  const stored = readStored('language') ?? globalThis.document?.documentElement.lang;
  return stored === 'ru' ? 'ru' : 'en';
}

const load = {
  en: { first: () => import('virtual:texts/en/first'), later: () => import('virtual:texts/en/later') },
  ru: { first: () => import('virtual:texts/ru/first'), later: () => import('virtual:texts/ru/later') },
};

/**
 * Loads the texts of frame and listings in the chosen language, before anything renders. A change of language reloads
 * the page.
 */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language;
  const { texts } = await loadNeededPart(load[language].first, reloadOnce);
  setTexts(texts, language);
}

let later: Promise<void> | undefined;

/** Loads all other texts once. Screens and windows that load after the listing wait for them. */
export function allTexts(): Promise<void> {
  later ??= load[language].later().then(
    ({ texts }) => addTexts(texts),
    (error: unknown) => {
      later = undefined;
      throw error;
    },
  );
  return later;
}

/** Wraps the loader of a part that uses texts of {@link allTexts}. */
export const withAllTexts =
  <Part>(loadPart: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    const [part] = await Promise.all([loadPart(), allTexts()]);
    return part;
  };

/** Text of a key in the reader's language; call it while rendering, not when a module loads. */
export const t = (key: TextKey, values: TextValues = {}): string => textByKey(key, values);

/** Text of a key built at run time, such as `LotStatus.4532`; `fallback` if there is no such text. */
export const textOf = (key: string, fallback: TextKey, values: TextValues = {}): string =>
  hasText(key) ? textByKey(key, values) : t(fallback, values);

export const languageId = (name: Language): 692 | 693 => LANGUAGE[name];
export const languageOfId = (id: number | null): Language => (id === LANGUAGE.ru ? 'ru' : 'en');

export function storeLanguage(chosen: Language): void {
  writeStored('language', chosen);
}
