import type { SheetCause } from '@seri/contract/sheets/review-search.ts';
import sharp from 'sharp';
import { MAX_PIXELS } from './open-paper.ts';

/** Causes why a picture cannot be a sheet; each has a sentence for readers (`Sheet.<cause>` of the contract's errors). */
export const SHEET_PROBLEMS = ['NotAPicture', 'Animated', 'TooLarge', 'TooSmall', 'Damaged', 'NoLabels'] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];

/** The error code of a stored problem. Problems without a sentence of their own share one. */
export function sheetCauseOf(problem: string | null): SheetCause {
  const known = SHEET_PROBLEMS.find((one) => one === problem);
  return known ? `Sheet.${known}` : 'Sheet.Unreadable';
}

/** A picture that no later attempt can read. */
export class SheetRefused extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem) {
    super(`the picture cannot be read: ${problem}`);
    this.problem = problem;
  }
}

const MAX_BYTES = 40_000_000;
const MIN_SIDE = 300;
/** Formats by their bytes. Others, such as PDF, SVG and HEIC, are never given to a decoder. */
const STARTS: readonly [format: string, at: number, bytes: string][] = [
  ['jpeg', 0, 'ffd8ff'],
  ['png', 0, '89504e470d0a1a0a'],
  ['webp', 8, '57454250'],
  ['gif', 0, '474946383'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
];

/** Refuses everything but a still photo or scan of a usual size; decodes only its head. */
export async function checkPicture(picture: Buffer): Promise<void> {
  const head = picture.subarray(0, 16).toString('hex');
  if (!STARTS.some(([, at, bytes]) => head.startsWith(bytes, at * 2))) throw new SheetRefused('NotAPicture');
  if (picture.length > MAX_BYTES) throw new SheetRefused('TooLarge');
  const image = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new SheetRefused('Damaged');
    });
  const { width = 0, height = 0, pages = 1 } = image;
  if (pages > 1) throw new SheetRefused('Animated');
  if (width * height > MAX_PIXELS) throw new SheetRefused('TooLarge');
  if (Math.min(width, height) < MIN_SIDE) throw new SheetRefused('TooSmall');
}
