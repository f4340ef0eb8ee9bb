import { IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import box from './field-box.module.css';
import css from './text-search.module.css';

export interface SearchBoxProps {
  label: string;
  /** Text of the field: typed or chosen. */
  text: string;
  onText: (text: string) => void;
  clearLabel: string;
  /** Problem or hint; announced when it changes. */
  note: string | null;
  isBad: boolean;
  /** Called on Enter without a choice from the list. */
  onEnter?: () => void;
  inputMode?: ComponentProps<'input'>['inputMode'];
  maxLength?: number;
}

/** Parts of a search field, each for its place in the frame: label, input, clear button, and a note below. */
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
      <div
        className={`${box.box} ${css.search} ${css.wide}`}
        data-bad={isBad || undefined}
        data-filled={text !== '' || undefined}
      >
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
