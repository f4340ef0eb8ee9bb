// Kept instead of Mantine's TextInput, because screens with lists load without Mantine's form parts.

import { IconSearch, IconX } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import box from './field-box.module.css';
import css from './text-search.module.css';
import { useDebouncedInput } from './use-debounced-input.ts';

interface TextSearchProps {
  label: string;
  clearLabel: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
  /** Filters the typed text, such as digits only. */
  clean?: (text: string) => string;
  inputMode?: ComponentProps<'input'>['inputMode'];
  maxLength?: number;
}

/** Field that searches while typing; the clear button empties it. */
export function TextSearch(props: TextSearchProps) {
  const { label, value = '', onChange, clean = (text) => text, maxLength = 100 } = props;
  const [text, setText] = useDebouncedInput(value, (typed) => onChange(typed.trim() || undefined));
  return (
    <label className={`${box.box} ${css.search}`}>
      <IconSearch size={20} stroke={1.5} aria-hidden />
      <input
        className={box.bound}
        autoComplete="off"
        inputMode={props.inputMode}
        maxLength={maxLength}
        placeholder={label}
        aria-label={label}
        value={text}
        onChange={(event) => setText(clean(event.currentTarget.value))}
      />
      {text && (
        <button type="button" aria-label={props.clearLabel} onClick={() => setText('')}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    </label>
  );
}
