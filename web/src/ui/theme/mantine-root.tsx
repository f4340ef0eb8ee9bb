import './mantine.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

// Light or dark is decided by shell/layout/theme.ts; Mantine only reads our variables, so it need not touch the document.
const noElement = () => undefined;

/** Around whatever uses Mantine. It loads with the first such part, not with the first page. */
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
