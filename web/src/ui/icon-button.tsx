import { ActionIcon } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'color' | 'style'> {
  /** Name for screen readers and on hover. */
  name: string;
  children: ReactNode;
  bordered?: boolean;
}

export function IconButton({ name, children, bordered = false, type = 'button', ...rest }: IconButtonProps) {
  return (
    <ActionIcon variant={bordered ? 'default' : 'subtle'} aria-label={name} title={name} type={type} {...rest}>
      {children}
    </ActionIcon>
  );
}
