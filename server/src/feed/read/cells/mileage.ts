import type { MileageMark } from '@seri/contract/lots/mileage.ts';
import { type QuantityColumn, readQuantity } from './numbers.ts';

export interface Mileage {
  /** Null where there is only a mark. */
  km: number | null;
  mark: MileageMark | null;
}

/** Meaning of an auction house's marks; null for one without a meaning. */
export type Marks = Readonly<Record<string, MileageMark | null>>;

const words = (mark: MileageMark, ...all: string[]): [string, MileageMark][] => all.map((word) => [word, mark]);

/** Marks and words of Japanese auction houses and of exporters, in lower case. A mapping's `marks` take precedence. */
const KNOWN: ReadonlyMap<string, MileageMark> = new Map([
  ...words(
    'changed',
    '$',
    '交換',
    '交換歴',
    '交換済',
    '交換有',
    'メーター交換',
    'メーター交換歴',
    'メーター交換車',
    'm交換',
    '走行距離計交換',
  ),
  ...words(
    'changed',
    'メータ交換',
    'メーター取替',
    '取替',
    'メーター交換済',
    'メーター交換歴有',
    'メーター交換歴有り',
    'メーター交換あり',
  ),
  ...words(
    'changed',
    'meter changed',
    'meter exchanged',
    'meter replaced',
    'meter exchange',
    'odometer replaced',
    'odometer changed',
  ),
  ...words('changed', 'odometer exchanged', 'changed', 'замена одометра', 'одометр заменен', 'замена'),
  ...words(
    'rolledBack',
    '*',
    '改',
    '改ざん',
    '改竄',
    '改ざん車',
    '改竄車',
    'メーター改ざん',
    'メーター改竄',
    '走行改ざん',
    'メーター改',
  ),
  ...words('rolledBack', '巻戻', '巻戻し', '巻き戻し', 'メーター巻戻し', 'メーター巻き戻し', '減算', '減算車', '減'),
  ...words(
    'rolledBack',
    'rolled back',
    'rollback',
    'wound back',
    'tampered',
    'altered',
    'скручен',
    'скручено',
    'смотан',
  ),
  ...words(
    'unknown',
    '#',
    '?',
    '不明',
    '走不明',
    '走行不明',
    '走行距離不明',
    '距離不明',
    '走疑',
    '走行疑義',
    '疑義',
    '疑義車',
    'メーター不良',
  ),
  ...words(
    'unknown',
    'メーター不明',
    '不良',
    'メーター故障',
    '故障',
    'tmu',
    'true mileage unknown',
    'actual unknown',
    'unknown',
    'unk',
  ),
  ...words(
    'unknown',
    'mileage unknown',
    'odometer unknown',
    'not actual',
    'not actual mileage',
    'nam',
    'exempt',
    'eml',
    'broken odometer',
  ),
  ...words('unknown', 'неизвестно', 'неизвестен', 'пробег неизвестен', 'n/a (tmu)'),
]);
const SEVERITY: readonly MileageMark[] = ['changed', 'unknown', 'rolledBack'];
/** Text around a number without a meaning. */
const ABOUT =
  /^(?:走行距離|走行|実走行|実走|走)(?:距離)? ?[:：]? ?(?=\d)|(?<=\d|km|キロ) ?[(]?(?:実走行?|actual)[)]?$/giu;
const AROUND = /^[\s()[\]【】〔〕「」<>※,;:、・/]+|[\s()[\]【】〔〕「」<>※,;:、・/]+$/gu;

/**
 * Reads a mileage with the auction house's remark on the meter: `$12,345`, `12,345*`, `#`, `12,345km (メーター交換)`, `走不明`.
 * Returns the mark beside the number, or alone.
 */
export function readMileage(cell: string, column: QuantityColumn, marks: Marks = {}): Mileage {
  const table = new Map<string, MileageMark | null>([
    ...KNOWN,
    ...Object.entries(marks).map(([word, mark]) => [word.toLowerCase(), mark] as const),
  ]);
  const longestFirst = [...table.keys()].sort((a, b) => b.length - a.length);
  const found: (MileageMark | null)[] = [];
  let text = cell.replace(ABOUT, '').replace(AROUND, '');
  for (let next = withoutMark(text, longestFirst); next; next = withoutMark(text, longestFirst)) {
    found.push(table.get(next.word) ?? null);
    text = next.text.replace(AROUND, '');
  }
  const known = found.filter((mark) => mark !== null);
  const mark = known.toSorted((a, b) => SEVERITY.indexOf(b) - SEVERITY.indexOf(a))[0] ?? null;
  return { km: text === '' && found.length > 0 ? null : readQuantity(text === '' ? cell : text, column), mark };
}

/** Removes a mark at the start or the end; a word must not be part of a longer one. */
function withoutMark(text: string, longestFirst: readonly string[]): { word: string; text: string } | null {
  const small = text.toLowerCase();
  if (small === '') return null;
  for (const word of longestFirst) {
    if (small === word) return { word, text: '' };
    if (small.startsWith(word) && ends(word, small.charAt(word.length))) return { word, text: text.slice(word.length) };
    const at = small.length - word.length;
    if (small.endsWith(word) && ends(small.charAt(at - 1), word)) return { word, text: text.slice(0, at) };
  }
  return null;
}

/** Whether a word may end between two characters: characters of one alphabet stay together. */
const ends = (before: string, after: string): boolean =>
  !(/[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(before) && /^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(after));

/** Reads a mark from its own column; null where there is none. */
export function readMark(cell: string, marks: Marks = {}): MileageMark | null | undefined {
  const small = cell.toLowerCase().replace(AROUND, '');
  for (const [word, mark] of Object.entries(marks)) if (word.toLowerCase() === small) return mark;
  return KNOWN.get(small);
}
