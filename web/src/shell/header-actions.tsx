import { Portal } from '@mantine/core';
import type { ReactNode } from 'react';

export const HEADER_ACTIONS_ID = 'header-actions';

/** Puts a screen's icon buttons into the header, beside its title. */
export function HeaderActions({ children }: { children: ReactNode }) {
  return <Portal target={`#${HEADER_ACTIONS_ID}`}>{children}</Portal>;
}
