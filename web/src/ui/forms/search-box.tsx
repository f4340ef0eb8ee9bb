import { IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import box from './field-box.module.css';
import css from './text-search.module.css';

export interface SearchBoxProps {
  label: string;
  /** What stands in the field: what is typed, or what was chosen. */
  text: string;
  onText: (text: string) => void;
  clearLabel: string;
  /** What is wrong, or what to do; read out when it changes. */
  note: string | null;
  isBad: boolean;
  /** Enter without a choice from the list. */
  onEnter?: () => void;
  inputMode?: ComponentProps<'input'>['inputMode'];
  maxLength?: number;
}

/** The field itself: its label, what is typed, a cross that empties it, and a note under it, each handed to its frame. */
export function useSearchBox({ label, text, onText, clearLabel, note, isBad, ...rest }: SearchBoxProps) {
  const noteId = useId();
  return {
    input: {
      className: box.bound,
      'aria-label': label,
      'aria-invalid': isBad || undefined,
      'aria-describedby': note ? noteId : undefined,
      autoComplete: 'off',
      inputMode: rest.inputMode,
      maxLength: rest.maxLength ?? 100,
      value: text,
    } satisfies ComponentProps<'input'>,
    frame: (input: ReactNode) => (
      <div className={`${box.box} ${css.search} ${css.wide}`} data-bad={isBad || undefined}>
        <span className={box.label} aria-hidden>
          {label}
        </span>
        {input}
        {text && (
          <button type="button" aria-label={clearLabel} onClick={() => onText('')}>
            <IconX size={16} stroke={1.6} aria-hidden />
          </button>
        )}
      </div>
    ),
    below: (
      <p id={noteId} role="status" className={isBad ? css.bad : css.note}>
        {note}
      </p>
    ),
  };
}
