/** Characters that the engine confuses, and equivalent signs: the first of a group represents it. */
const LOOK_ALIKES = [
  'ー一―－-—‐–_',
  'ツッ',
  'ャヤ',
  'ュユ',
  'ョヨ',
  'ァア',
  'ィイ',
  'ゥウ',
  'ェエ工',
  'ォオ',
  'ロ口□',
  'ニ二',
  'カ力',
  'タ夕',
  'ハ八',
  'ト卜',
  'ヘへ',
  'ベべ',
  'ペぺ',
  'ミ三',
  'チ千',
  'ヌ又',
  'ソン',
  'バパ',
  'ビピ',
  'ブプ',
  'ボポ',
  'リり',
  '0oO○〇',
  '1lI|',
];
const REPRESENTATIVES = new Map(
  LOOK_ALIKES.flatMap((group) => [...group].map((letter) => [letter, [...group][0] ?? letter])),
);

/** Normalized characters: full-width and circled forms replaced, spaces removed. */
export const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, '');

/** The shape of a text: texts of equal shape are easily confused. */
export const shapeOf = (text: string): string =>
  [...plain(text).replaceAll(/[.,、。・'"`*~]/g, '')]
    .map((letter) => REPRESENTATIVES.get(letter) ?? letter.toUpperCase())
    .join('');

/** Edit distance between two texts; stops counting above `most`. */
export function distance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? 0;
}
