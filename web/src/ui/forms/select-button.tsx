// Kept instead of the closed field of Mantine's MultiSelect, because the listing loads without Mantine.

import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { t } from '../theme/text.ts';
import box from './field-box.module.css';

export interface SelectOption {
  value: string;
  label: string;
  counter?: number | undefined;
  disabled?: boolean;
}

export interface SelectFieldProps {
  label: string;
  options: readonly SelectOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** One choice only; picking it closes the list. */
  single?: boolean;
  disabled?: boolean;
  /** Shown when nothing is chosen. */
  allLabel?: string;
  onOpen?: () => void;
}

type SelectButtonProps = Pick<SelectFieldProps, 'label' | 'options' | 'value' | 'disabled' | 'allLabel'> &
  Pick<
    ComponentPropsWithRef<'button'>,
    'ref' | 'id' | 'aria-expanded' | 'aria-controls' | 'aria-haspopup' | 'onKeyDown' | 'onFocus' | 'onPointerEnter'
  > & {
    onPress: () => void;
  };

// The list passes a class name to its opener, even an empty one: ours must come last.
/** The closed field: its label and All, the one label, or `n selected`. */
export function SelectButton({ label, options, value, disabled, allLabel, onPress, ...rest }: SelectButtonProps) {
  const summary = summaryOf(options, value, allLabel ?? t('ui.all'));
  return (
    <button
      type="button"
      aria-haspopup="listbox"
      aria-expanded={false}
      {...rest}
      className={box.box}
      disabled={disabled}
      onClick={onPress}
    >
      <span className={box.label}>{label}</span>
      <span className={box.value} title={summary}>
        {summary}
      </span>
      <IconChevronDown className={box.chevron} size={16} stroke={1.6} aria-hidden />
    </button>
  );
}

function summaryOf(options: readonly SelectOption[], value: readonly string[], allLabel: string): string {
  const [first] = value;
  if (first === undefined) return allLabel;
  if (value.length > 1) return t('ui.selected', { n: value.length });
  return options.find((option) => option.value === first)?.label ?? first;
}
