import type { GlossaryWord } from '../platform/i18n/glossary.ts';

export type SheetLanguage = 'en' | 'ru';

/** A term taught by a manager, in one field. */
export interface TaughtTerm {
  field: string;
  ja: string;
  en: string | null;
  ru: string | null;
}

/** Translates the text of a field into the reader's language; null where neither the glossary nor a rule applies. */
export type Translate = (field: string, ja: string, language: SheetLanguage) => string | null;

/** Kinds of glossary terms in each field. */
const KINDS: Record<string, readonly string[]> = {
  carName: ['maker', 'model'],
  grade: ['trim'],
  shift: ['gearbox'],
  drive: ['drive'],
  color: ['colour'],
  overallGrade: ['grade'],
  interiorGrade: ['interior'],
  equipment: ['equipment', 'sales-point', 'remark'],
  salesPoints: ['sales-point', 'equipment', 'remark'],
  inspectorNotes: ['remark', 'sales-point', 'equipment'],
  label: ['label'],
};
const ERAS: Record<string, number> = { 令和: 2018, 平成: 1988, 昭和: 1925 };
const SIZES = ['大', '中', '小'];

export function translator(words: readonly GlossaryWord[], taught: readonly TaughtTerm[] = []): Translate {
  const known = new Map(words.map((word) => [`${word.kind} ${word.ja}`, word]));
  const learned = new Map(taught.map((word) => [`${word.field} ${word.ja}`, word]));
  const word = (kind: string, ja: string, language: SheetLanguage) => known.get(`${kind} ${ja}`)?.[language] ?? null;
  const first = (kinds: readonly string[], ja: string, language: SheetLanguage) =>
    kinds.map((kind) => word(kind, ja, language)).find((text) => text !== null) ?? null;

  return (field, ja, language) => {
    const said = learned.get(`${field} ${ja}`)?.[language] ?? byRule(field, ja, language);
    if (said !== null) return said;
    return first(KINDS[field] ?? [], ja, language) ?? word('plain', ja, language) ?? (isLatin(ja) ? ja : null);
  };

  function byRule(field: string, ja: string, language: SheetLanguage): string | null {
    switch (field) {
      case 'firstRegistration':
      case 'shaken':
        return dateOf(ja, language);
      case 'mileage':
      case 'displacement':
        return amountOf(ja, language);
      case 'overallGrade':
      case 'interiorGrade': {
        const meaning = first(KINDS[field] ?? [], ja, language);
        return meaning && `${ja}: ${meaning}`;
      }
      case 'damageDiagram':
        return damageOf(ja, language);
      case 'carName':
        return carOf(ja, language);
      case 'inspectorNotes':
        return first(KINDS[field] ?? [], ja, language) ?? faultOf(ja, language);
      default:
        return null;
    }
  }

  function damageOf(ja: string, language: SheetLanguage): string | null {
    const [, code = '', size = ''] = /^(XX|[A-Z])(.?)$/u.exec(ja) ?? [];
    const meaning = word('damage', code, language);
    const howMuch = word('damage-size', size, language) ?? word('size', size, language);
    return meaning && `${ja}: ${howMuch ? `${meaning}, ${howMuch}` : meaning}`;
  }

  function carOf(ja: string, language: SheetLanguage): string | null {
    const [maker = '', ...rest] = ja.split(' ');
    const [makerText, modelText] = [word('maker', maker, language), word('model', rest.join(' '), language)];
    return makerText && modelText ? `${makerText} ${modelText}` : null;
  }

  /** Combines three terms: a panel, its damage, and optionally the degree. */
  function faultOf(ja: string, language: SheetLanguage): string | null {
    const size = SIZES.find((end) => ja.endsWith(end)) ?? '';
    const core = size ? ja.slice(0, -size.length) : ja;
    for (let at = 1; at < core.length; at += 1) {
      const [panel, fault] = [word('panel', core.slice(0, at), language), word('fault', core.slice(at), language)];
      if (panel && fault) return `${panel}: ${fault}${size ? ` (${word('size', size, language)})` : ''}`;
    }
    return null;
  }
}

const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}+]+$/u.test(text);

/** `平成30年 5月` as `May 2018`. */
function dateOf(ja: string, language: SheetLanguage): string | null {
  const { era = '', year = '', month } = /^(?<era>..)(?<year>元|\d+)年(?: (?<month>\d+)月)?$/u.exec(ja)?.groups ?? {};
  const start = ERAS[era];
  if (start === undefined) return null;
  const fullYear = start + (year === '元' ? 1 : Number(year));
  if (month === undefined) return String(fullYear);
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, 1));
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(date);
  return `${name} ${fullYear}`;
}

const RUSSIAN_UNITS: Record<string, string> = { km: 'км', cc: 'см³' };

/** `61,000 km`; Russian groups digits with a thin space and has its own units. */
function amountOf(ja: string, language: SheetLanguage): string | null {
  const [, digits, unit = ''] = /^([\d,]+) (km|cc)$/.exec(ja) ?? [];
  if (!digits) return null;
  return language === 'en' ? ja : `${digits.replaceAll(',', '\u202f')} ${RUSSIAN_UNITS[unit]}`;
}
