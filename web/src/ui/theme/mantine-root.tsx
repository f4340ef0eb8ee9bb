import './mantine.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

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
