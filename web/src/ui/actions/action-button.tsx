// Kept instead of Mantine's Button, because the listing loads without Mantine.

import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './action-button.module.css';

/** `act`: the main action; `bid`: money at stake; `plain`: bordered; `quiet`: text only. */
export type ActionKind = 'act' | 'bid' | 'plain' | 'quiet';
/** `xs` 28, `sm` 36 (both 44 for a finger), `md` 44, `lg` 48 px (main action). */
export type ActionSize = 'xs' | 'sm' | 'md' | 'lg';

export interface ActionStyle {
  kind?: ActionKind | undefined;
  size?: ActionSize | undefined;
  fullWidth?: boolean | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

interface ActionButtonProps extends ActionStyle, ComponentPropsWithRef<'button'> {
  /** A request runs: the button keeps its width, shows a spinner and cannot be pressed. */
  loading?: boolean | undefined;
}

export function ActionButton({ loading = false, disabled, type = 'button', className, ...props }: ActionButtonProps) {
  const { look, rest, content } = splitProps(props);
  return (
    <button
      {...rest}
      {...look}
      type={type}
      className={`${css.button} ${className ?? ''}`}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {content}
    </button>
  );
}

/** The same style on a link. */
export function ActionAnchor({ className, ...props }: ActionStyle & ComponentPropsWithRef<'a'>) {
  const { look, rest, content } = splitProps(props);
  return (
    <a {...rest} {...look} className={`${css.button} ${className ?? ''}`}>
      {content}
    </a>
  );
}

function splitProps<P extends ActionStyle & { children?: ReactNode }>(props: P) {
  const { kind = 'act', size = 'sm', fullWidth, leftSection, rightSection, children, ...rest } = props;
  return {
    look: { 'data-kind': kind, 'data-size': size, 'data-full': fullWidth || undefined },
    rest,
    content: (
      <span className={css.content}>
        {leftSection}
        {children}
        {rightSection}
      </span>
    ),
  };
}
