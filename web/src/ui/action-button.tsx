import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

/** `act`: the main action; `bid`: money at stake; `plain`: bordered; `quiet`: text only. */
export type ActionKind = 'act' | 'bid' | 'plain' | 'quiet';

const VARIANTS = {
  act: { variant: 'filled' },
  bid: { variant: 'filled', color: 'vermilion' },
  plain: { variant: 'default' },
  quiet: { variant: 'subtle' },
} as const;

type ActionButtonProps = Omit<ButtonProps, 'variant' | 'color'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { kind?: ActionKind };

/** Sizes: `xs` 28, `sm` 36, `md` 44 (touch), `lg` 48 px (main action). */
export function ActionButton({ kind = 'act', type = 'button', ...rest }: ActionButtonProps) {
  return <Button {...VARIANTS[kind]} type={type} {...rest} />;
}
