import './mantine.css';
import { createTheme, MantineProvider, type MantineThemeOverride, type VariantColorsResolver } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './theme.module.css';
import { rem } from './widths.ts';

// shell/layout/theme.ts decides light or dark; Mantine only reads our variables, so it need not touch the document.
const noElement = () => undefined;

/** Wraps everything that uses Mantine. It loads with the first such part, not with the first page. */
export const MantineRoot = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    getRootElement={noElement}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {children}
  </MantineProvider>
);

const INPUT_SIZES = {
  xs: { '--input-height': rem(32), '--input-fz': rem(14) },
  sm: { '--input-height': rem(36), '--input-fz': rem(14) },
  md: { '--input-height': rem(44), '--input-fz': rem(14) },
  lg: { '--input-height': rem(48), '--input-fz': rem(16) },
};
const sizeOf = <S extends object>(sizes: S, size: unknown): S[keyof S] =>
  sizes[(typeof size === 'string' && size in sizes ? size : 'sm') as keyof S];

const filled = (name: 'indigo' | 'vermilion') => ({
  background: `var(--${name}-fill)`,
  hover: `var(--${name}-fill-hover)`,
  color: 'var(--on-fill)',
  border: '1px solid transparent',
});

const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  if (variant === 'filled') return filled(color === 'vermilion' ? 'vermilion' : 'indigo');
  if (variant === 'subtle' || variant === 'transparent') {
    return { background: 'transparent', hover: 'var(--sel)', color: 'var(--indigo)', border: '1px solid transparent' };
  }
  return {
    background: 'var(--surface)',
    hover: 'var(--hover)',
    color: 'var(--ink)',
    border: '1px solid var(--control)',
  };
};

/** Fields of forms, all of one height. */
const FORM_FIELDS = ['TextInput', 'Textarea', 'PasswordInput', 'Select', 'FileInput'];

type Sized = { size?: unknown };

/** Passes colours, sizes and shapes of tokens.css to Mantine. */
const theme: MantineThemeOverride = createTheme({
  defaultRadius: 'default',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  components: {
    ...Object.fromEntries(FORM_FIELDS.map((name) => [name, { defaultProps: { size: 'md' } }])),
    Input: {
      classNames: { input: css.input },
      vars: (_theme: unknown, { size }: Sized) => ({ wrapper: sizeOf(INPUT_SIZES, size) }),
    },
    Checkbox: {
      classNames: { input: css.check },
      vars: () => ({ root: { '--checkbox-color': 'var(--indigo-fill)' } }),
    },
    Overlay: { vars: () => ({ root: { '--overlay-bg': 'var(--scrim)' } }) },
  },
});
