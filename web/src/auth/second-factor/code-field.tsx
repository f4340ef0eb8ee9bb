import { TextInput, type TextInputProps } from '@mantine/core';

interface CodeFieldProps extends TextInputProps {
  /** `app`: six digits; `any`: also a recovery code, which has letters. */
  accepts: 'app' | 'any';
}

/** Field for a code that is typed, pasted with spaces, or suggested by the phone. */
export const CodeField = ({ accepts, ...props }: CodeFieldProps) => (
  <TextInput
    inputMode={accepts === 'app' ? 'numeric' : 'text'}
    autoComplete={accepts === 'app' ? 'one-time-code' : 'off'}
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    required
    withAsterisk={false}
    {...props}
  />
);
