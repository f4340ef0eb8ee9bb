import type { SheetProblem } from '../page/check-picture.ts';
import type { Quad } from '../page/homography.ts';
import type { SheetReading } from '../reading/read-item.ts';
import type { LearnedWord } from '../reading/vocabulary.ts';

/** Messages between the worker and the reader's process. */
export type ReaderRequest =
  | { id: number; kind: 'read'; picture: Uint8Array; houses: readonly string[]; learned: readonly LearnedWord[] }
  | { id: number; kind: 'straighten'; picture: Uint8Array };

export type ReaderReply =
  | { id: number; reading: SheetReading }
  | { id: number; page: Uint8Array; corners: Quad | null }
  | { id: number; problem: SheetProblem }
  | { id: number; failed: string };
