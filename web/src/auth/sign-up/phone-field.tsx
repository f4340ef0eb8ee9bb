import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { caretFromEnd, maskPhone } from './phone-mask.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (phone: string) => void;
  masked: boolean;
}

/** Phone number field. With `masked` it adds brackets and dashes and keeps the caret at its digit. */
export function PhoneField({ value, onChange, masked, ...rest }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (digitsAfterCaret.current === null) return;
    const caret = caretFromEnd(value, digitsAfterCaret.current);
    input.current?.setSelectionRange(caret, caret);
    digitsAfterCaret.current = null;
  });

  return (
    <TextInput
      size="md"
      {...rest}
      ref={input}
      type="tel"
      autoComplete="tel"
      maxLength={40}
      value={value}
      onChange={({ currentTarget }) => {
        const { value: typed, selectionStart } = currentTarget;
        if (!masked) return onChange(typed);
        digitsAfterCaret.current = typed.slice(selectionStart ?? typed.length).replace(/\D/g, '').length;
        onChange(maskPhone(typed));
      }}
    />
  );
}
