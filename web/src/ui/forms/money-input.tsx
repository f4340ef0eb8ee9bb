// Kept instead of Mantine's NumberInput, because the caret stays at its digit and buttons step while held.

import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { groupThousands, numberOf } from '../theme/number-text.ts';
import { t } from '../theme/text.ts';
import css from './money-input.module.css';

interface MoneyInputProps {
  id: string;
  /** Whole yen; 0 shows an empty field. */
  value: number;
  onChange: (yen: number) => void;
  stepYen: number;
  /** First value of plus in an empty field; one step by default. */
  firstYen?: number;
  /** Name for screen readers, if no label element points at `id`. */
  label?: string;
  invalid?: boolean;
  disabled?: boolean;
  describedBy?: string;
  /** Focus the field when its window opens. */
  first?: boolean;
}

const MAX_YEN = 999_999_999;

export function MoneyInput(props: MoneyInputProps) {
  const { id, value, onChange, stepYen, firstYen = stepYen, label, invalid, disabled, describedBy, first } = props;
  const input = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);
  const text = value === 0 ? '' : groupThousands(value);

  // Thin spaces move while typing; keep the caret behind the same digit.
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === null) return;
    const caret = positionAfterDigits(text, digitsBeforeCaret.current);
    input.current?.setSelectionRange(caret, caret);
    digitsBeforeCaret.current = null;
  });

  const step = (direction: 1 | -1) =>
    onChange(value === 0 && direction === 1 ? firstYen : nextStep(value, stepYen, direction));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <div className={css.box} data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      <StepButton label={t('ui.moneyInput.less')} disabled={disabled || value === 0} onStep={() => step(-1)}>
        <IconMinus size={20} stroke={1.5} aria-hidden />
      </StepButton>
      <label className={css.field}>
        <input
          ref={input}
          id={id}
          className={css.input}
          style={{ ['--text-width' as string]: `${Math.max(2, text.length)}ch` }}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          aria-label={label}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={disabled}
          data-autofocus={first || undefined}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            const { value: typed, selectionStart } = event.currentTarget;
            digitsBeforeCaret.current = typed.slice(0, selectionStart ?? typed.length).replace(/\D/g, '').length;
            onChange(numberOf(typed));
          }}
        />
        <span className={css.sign}>¥</span>
      </label>
      <StepButton label={t('ui.moneyInput.more')} disabled={disabled} onStep={() => step(1)}>
        <IconPlus size={20} stroke={1.5} aria-hidden />
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  disabled?: boolean | undefined;
  onStep: () => void;
  children: React.ReactNode;
}

function StepButton({ label, disabled, onStep, children }: StepButtonProps) {
  const hold = usePressAndHold(onStep);
  return (
    <button type="button" className={css.step} aria-label={label} disabled={disabled} {...hold}>
      {children}
    </button>
  );
}

/** The next multiple of the step above or below, within 0 and the portal's maximum. */
export function nextStep(value: number, stepYen: number, direction: 1 | -1): number {
  const steps = direction === 1 ? Math.floor(value / stepYen) + 1 : Math.ceil(value / stepYen) - 1;
  return Math.min(MAX_YEN - (MAX_YEN % stepYen), Math.max(0, steps * stepYen));
}

function positionAfterDigits(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === digits) return index;
    if (/\d/.test(text[index] ?? '')) seen++;
  }
  return text.length;
}

const FIRST_MS = 400;
const NEXT_MS = 70;

/** Handlers of a button that acts at once and repeats while it is held. */
function usePressAndHold(act: () => void) {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  latest.current = act;
  useEffect(() => () => clearTimeout(timer.current), []);

  const repeat = (afterMs: number) => {
    timer.current = setTimeout(() => {
      latest.current();
      repeat(NEXT_MS);
    }, afterMs);
  };
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      latest.current();
      repeat(FIRST_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // Keyboards and screen readers send a click without a pointer; the pointer has acted already.
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) latest.current();
    },
  };
}
