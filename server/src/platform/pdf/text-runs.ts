/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js';
import type { Face } from './faces.ts';

/** A part of a line in one face, in logical order; the runs of a line are in visual order. */
export interface Run {
  face: Face;
  text: string;
}

/** Replaces a character that none of the faces has. */
const UNKNOWN = '?';
/** Joiners change the shape of their neighbors in Arabic, Persian and Indic words, so they stay. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script_Extensions=Arabic}]/u;

const bidi = bidiFactory();

/** Splits the line into runs from left to right, by the Unicode bidirectional algorithm. */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const line = drawableText(text, faces);
  if (!RIGHT_TO_LEFT.test(line)) return inFaces(line, faces);
  const levels = bidi.getEmbeddingLevels(line);
  const pieces = piecesByLevel(line, levels.levels);
  return visualOrder(pieces).flatMap(({ text: piece, level }) =>
    level % 2 === 0 ? inFaces(piece, faces) : inFaces(mirrored(piece), faces).reverse().map(turned),
  );
}

/**
 * Returns the text without invisible characters, and with a question mark for each character that no face has. A
 * character without a glyph is drawn without its marks when its base has one.
 */
export function drawableText(text: string, faces: readonly Face[]): string {
  return lettersOfText(text)
    .map((letter) => shapeOf(letter, faces) ?? UNKNOWN)
    .join('');
}

/** Returns the characters of the text that no face can draw, without duplicates. */
export const undrawableLetters = (text: string, faces: readonly Face[]): string[] => [
  ...new Set(lettersOfText(text).filter((letter) => shapeOf(letter, faces) === undefined)),
];

function lettersOfText(text: string): string[] {
  const plain = text.normalize('NFC').replace(/[\p{Zs}\t\r\n]/gu, (space) => (space === '\u00a0' ? space : ' '));
  return [...plain.replace(INVISIBLE, '')];
}

/**
 * The character or its replacement; undefined when none can be drawn. A joiner or combining mark without a glyph is
 * removed.
 */
function shapeOf(letter: string, faces: readonly Face[]): string | undefined {
  const known = [letter, letter.normalize('NFKD').charAt(0)].find(
    (form) => form && faces.some((face) => has(face, form)),
  );
  return known ?? (/[\p{Cf}\p{Mn}]/u.test(letter) ? '' : undefined);
}

const has = ({ knows }: Face, letter: string) => knows(letter.codePointAt(0) ?? 0);

/** Spaces, marks and joiners use the face of the previous character; other characters use the first face that has them. */
function inFaces(line: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = [];
  for (const letter of line) {
    const last = runs.at(-1);
    const first = faces.find((face) => has(face, letter)) as Face;
    const stays = last && has(last.face, letter) && (/[\s\p{M}\p{Cf}]/u.test(letter) || first === last.face);
    const face = stays ? last.face : first;
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}

interface Piece {
  text: string;
  level: number;
}

function piecesByLevel(line: string, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < line.length; at++) {
    const level = levels[at] ?? 0;
    const last = pieces.at(-1);
    if (last?.level === level) last.text += line.charAt(at);
    else pieces.push({ text: line.charAt(at), level });
  }
  return pieces;
}

/** Rule L2 of the algorithm: from the highest level down to the lowest odd one, reverse each sequence of that level. */
function visualOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

const mirrored = (text: string): string =>
  [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('');

/** The layout engine reverses runs with right-to-left characters; runs of punctuation and spaces alone are reversed here. */
const turned = (run: Run): Run =>
  RIGHT_TO_LEFT.test(run.text) ? run : { ...run, text: [...run.text].reverse().join('') };
