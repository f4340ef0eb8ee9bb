import { Hint } from '../overlays/hint.tsx';
import css from './grade-square.module.css';
import type { Tone } from './tone.ts';

interface GradeSquareProps {
  /** As the auction house wrote it. */
  grade: string;
  tone: Tone;
  /** The grade's meaning in words. */
  meaning: string;
}

export function GradeSquare({ grade, tone, meaning }: GradeSquareProps) {
  return (
    <Hint text={meaning}>
      <span role="img" className={css.square} data-tone={tone} aria-label={`${grade}, ${meaning}`}>
        {grade}
      </span>
    </Hint>
  );
}
