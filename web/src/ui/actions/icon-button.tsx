// Kept instead of Mantine's ActionIcon, because the listing loads without Mantine.

import type { ComponentPropsWithRef } from 'react';
import css from './icon-button.module.css';

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** Name for screen readers and on hover. */
  name: string;
  bordered?: boolean;
}

export function IconButton({ name, bordered = false, type = 'button', className, ...rest }: IconButtonProps) {
  return (
    <button
      aria-label={name}
      title={name}
      type={type}
      className={`${css.button} ${className ?? ''}`}
      data-bordered={bordered || undefined}
      {...rest}
    />
  );
}
