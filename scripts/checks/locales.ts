import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@seri/contract/errors.ts';
import { ROOT } from './run-tool.ts';
import { unusedTexts } from './unused-texts.ts';
import { checkWording, localeWording } from './wording.ts';

type Texts = { [key: string]: string | Texts };

const PLURAL = /_(zero|one|two|few|many|other)$/;
const PLURALS = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] };

/**
 * Checks that every text exists in both languages with the same placeholders and plural forms, is used, and follows
 * docs/wording.md, and that every error code has a sentence.
 */
export async function checkLocales(): Promise<string[]> {
  const [en, ru] = [readLocale('en'), readLocale('ru')];
  return [
    ...compareLocales(en, ru, ERROR_CODES),
    ...localeWording(Object.fromEntries(flatten(en)), 'en'),
    ...localeWording(Object.fromEntries(flatten(ru)), 'ru'),
    ...(await unusedTexts(stems(flatten(en)))),
    ...(await checkWording()),
  ];
}

const readLocale = (name: string): Texts =>
  JSON.parse(readFileSync(join(ROOT, 'web', 'src', 'locales', `${name}.json`), 'utf8'));

export function compareLocales(english: Texts, russian: Texts, errorCodes: readonly string[]): string[] {
  const en = flatten(english);
  const ru = flatten(russian);
  return [
    ...formProblems(en, 'en'),
    ...formProblems(ru, 'ru'),
    ...stems(en)
      .filter((stem) => !stems(ru).includes(stem))
      .map((stem) => `ru.json lacks ${stem}`),
    ...stems(ru)
      .filter((stem) => !stems(en).includes(stem))
      .map((stem) => `en.json lacks ${stem}`),
    ...placeholderProblems(en, ru),
    ...errorCodes.flatMap((code) =>
      [['en', en] as const, ['ru', ru] as const]
        .filter(([, texts]) => !texts.has(`Error.${code}`))
        .map(([name]) => `${name}.json lacks Error.${code}`),
    ),
  ];
}

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const stems = (texts: Map<string, string>): string[] => [
  ...new Set([...texts.keys()].map((key) => key.replace(PLURAL, ''))),
];

function formProblems(texts: Map<string, string>, name: keyof typeof PLURALS): string[] {
  const empty = [...texts]
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => `${name}.json has no text for ${key}`);
  const counted = [
    ...new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''))),
  ];
  const lacking = counted.flatMap((stem) =>
    PLURALS[name].filter((form) => !texts.has(`${stem}_${form}`)).map((form) => `${name}.json lacks ${stem}_${form}`),
  );
  return [...empty, ...lacking];
}

const placeholders = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|<\/?(\w+)>/g)].map((match) => match[1] ?? `<${match[2]}>`))]
    .filter((name) => name !== 'count')
    .sort()
    .join(' ');

function placeholderProblems(en: Map<string, string>, ru: Map<string, string>): string[] {
  return [...ru].flatMap(([key, russian]) => {
    const english = en.get(key) ?? en.get(key.replace(PLURAL, '_other'));
    if (english === undefined || placeholders(english) === placeholders(russian)) return [];
    return [`${key} has {{${placeholders(english)}}} in English and {{${placeholders(russian)}}} in Russian`];
  });
}
