import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { themeStorageKey } from './storage.ts';

export const colorSchemeManager = localStorageColorSchemeManager({ key: themeStorageKey });

/** Light or dark: one state behind every switch (decisions D7.19). */
export function useTheme() {
  const { setColorScheme } = useMantineColorScheme();
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return { theme, toggle: () => setColorScheme(theme === 'dark' ? 'light' : 'dark') };
}
