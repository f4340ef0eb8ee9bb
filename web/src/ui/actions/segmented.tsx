// Kept instead of Mantine's SegmentedControl, because the listing loads without Mantine.

import type { ReactNode } from 'react';
import css from './segmented.module.css';

interface SegmentedProps<V extends string> {
  name: string;
  value: V;
  options: readonly { value: V; label: ReactNode; name?: string }[];
  onChange: (value: V) => void;
}

/** A choice of two or three, all in view. */
export function Segmented<V extends string>({ name, value, options, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className={css.group} aria-label={name}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={typeof option.label === 'string' && option.name ? `${option.label}, ${option.name}` : option.name}
          title={option.name}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
