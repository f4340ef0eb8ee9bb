/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js';
import type { Face } from './faces.ts';

/** A piece of a line in one face, in the order of its letters; the runs of a line stand in visual order. */
export interface Run {
  face: Face;
  text: string;
}

/** Stands for a letter that none of the faces has. */
const UNKNOWN = '?';
/** Joiners change the shape of their neighbors in Arabic, Persian and Indic words, so they are kept. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}]|(?![\u200c\u200d])\p{Cf}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script_Extensions=Arabic}]/u;

const bidi = bidiFactory();

/** The line in runs from left to right, by the Unicode bidirectional algorithm. */
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
 * The text without invisible characters, and with a question mark for each letter that no face has; a letter without a
 * shape of its own is drawn without its marks where that has one.
 */
export function drawableText(text: string, faces: readonly Face[]): string {
  return lettersOfText(text)
    .map((letter) => shapeOf(letter, faces) ?? UNKNOWN)
    .join('');
}

/** The letters of the text that no face can draw, each once. */
export const undrawableLetters = (text: string, faces: readonly Face[]): string[] => [
  ...new Set(lettersOfText(text).filter((letter) => shapeOf(letter, faces) === undefined)),
];

function lettersOfText(text: string): string[] {
  const plain = text.normalize('NFC').replace(/[\p{Zs}\t\r\n]/gu, (space) => (space === '\u00a0' ? space : ' '));
  return [...plain.replace(INVISIBLE, '')];
}

/** The letter or what is drawn in its place; undefined where nothing can be. A joiner or a combining mark without a shape is left out. */
function shapeOf(letter: string, faces: readonly Face[]): string | undefined {
  const known = [letter, letter.normalize('NFKD').charAt(0)].find(
    (form) => form && faces.some((face) => has(face, form)),
  );
  return known ?? (/[\p{Cf}\p{Mn}]/u.test(letter) ? '' : undefined);
}

const has = ({ knows }: Face, letter: string) => knows(letter.codePointAt(0) ?? 0);

/** Spaces, marks and joiners stay in the face of the letter before them; other letters take the first face that has them. */
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

/** Rule L2 of the algorithm: from the highest level down to the lowest odd one, each sequence of that level is reversed. */
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

/** The layout engine turns a run with letters of a right-to-left script by itself; punctuation and spaces alone it does not. */
const turned = (run: Run): Run =>
  RIGHT_TO_LEFT.test(run.text) ? run : { ...run, text: [...run.text].reverse().join('') };
