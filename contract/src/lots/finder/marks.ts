/** Lot numbers and grades: a word or sign beside them distinguishes them from other numbers. */

const LOT_NO =
  /(?:лот[а-я]*(?:\s?(?:№|номер|#))?|номер(?:\s?лота)?|lot(?:\s?(?:no\.?|number|#))?|№|#|no\.?\s?(?=\d)|出品番号|ロット(?:番号)?|番号)\s*:?\s*(\d{1,7})(?![\d.,]\d|\p{L})/uy;
const JAPANESE_LOT_NO = /(\d{1,7})\s?番(?!地)/uy;
/** A grade in letters, alone only where it cannot be a word. */
const LETTER_GRADE = /(?:ra|rb|r2|wr|r|s|ра|рб|р|с)/;
const WITH_SUBJECT = new RegExp(
  `(?:auction grade|overall grade|grade|rating|score|оценк[а-я]*|балл[а-я]*|評価点|評価)\\s*:?\\s*(${LETTER_GRADE.source})(?![\\p{L}\\d])`,
  'uy',
);
const ALONE = /(?:ra|rb)(?![\p{L}\d])/uy;
const WITH_POINTS = /(ra|rb|r|s)点/uy;
/** `S or 6` after a grade. */
const CONTINUED = /(?:or|and|или|и|か|,|\/)\s*(ra|rb|r2|r|s|[1-6](?:[.,]5)?)(?![\p{L}\d.,])/uy;
const INTERIOR =
  /(?:interior(?:\s?grade)?|inside|оценка салона|салон[а-я]*|内装(?:評価)?)\s*:?\s*([a-eавсдеабвг])(?![\p{Script=Latin}\p{Script=Cyrillic}\d])[+-]?/uy;
/** At least this grade. */
const OR_BETTER = /\s*(?:\+|以上|or better|or higher|and up|и выше|и лучше|или лучше)/uy;
const AFTER_GRADE = /\/?\s?([a-e])(?![\p{L}\d])/uy;

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'A',
  в: 'B',
  с: 'C',
  д: 'D',
  е: 'E',
  б: 'B',
  г: 'D',
  ра: 'RA',
  рб: 'RB',
  р: 'R',
};
const latin = (grade: string): string => CYRILLIC[grade] ?? grade.toUpperCase();

const exec = (pattern: RegExp, text: string, place: number): { found: string; end: number } | null => {
  pattern.lastIndex = place;
  const match = pattern.exec(text);
  return match ? { found: match[1] ?? match[0], end: pattern.lastIndex } : null;
};

/** A lot number that a word or sign names; null where none begins. */
export function readLotNo(text: string, place: number): { lotNo: number; end: number } | null {
  const read = exec(LOT_NO, text, place) ?? exec(JAPANESE_LOT_NO, text, place);
  return read && Number(read.found) > 0 ? { lotNo: Number(read.found), end: read.end } : null;
}

/** `grade R`, `RA`, `S点`, and what follows with `or`; the last counts only after another grade. */
export function readGrades(
  text: string,
  place: number,
  isContinued: boolean,
): { values: string[]; end: number } | null {
  const read =
    exec(WITH_SUBJECT, text, place) ??
    exec(ALONE, text, place) ??
    exec(WITH_POINTS, text, place) ??
    (isContinued ? exec(CONTINUED, text, place) : null);
  return read && { values: [read.found === 'с' ? 'S' : latin(read.found.replace(',', '.'))], end: read.end };
}

/** The grade of the interior: `interior B`, `салон A`, `内装B`, or the letter after the overall grade in `4.5/B`. */
export function readInterior(
  text: string,
  place: number,
  isAfterGrade: boolean,
): { grades: string[]; end: number } | null {
  const read =
    exec(INTERIOR, text, place) ??
    (isAfterGrade && text.charAt(place - 1) === '/' ? exec(AFTER_GRADE, text, place) : null);
  if (!read) return null;
  const grade = latin(read.found);
  const better = exec(OR_BETTER, text, read.end);
  const grades = better ? [...'ABCDE'].filter((one) => one <= grade) : [grade];
  return { grades, end: better?.end ?? read.end };
}
