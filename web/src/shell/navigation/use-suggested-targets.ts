import { useDebouncedValue } from '@mantine/hooks';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { useQueries } from '@tanstack/react-query';
import { type Suggestions, suggestionsQuery } from '../finder/finder-queries.ts';
import { groupThousands } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';

/** A place that the palette can open. */
export interface PaletteTarget {
  label: string;
  to: string;
  /** Number of lots behind it. */
  note?: string;
}

/** Lists that search lines open from the palette. */
const SEARCHED: readonly PageType[] = ['car-auction', 'bikes'];
/** Delay before a typed line is sent to be understood. */
const TYPING_MS = 150;

/** Lists of lots that a typed line means, with the same suggestions as the search box of the list. */
export function useSuggestedTargets(typed: string, screens: readonly PaletteTarget[]): PaletteTarget[] {
  const [line] = useDebouncedValue(typed, TYPING_MS);
  const pages = SEARCHED.flatMap((pageType) => {
    const path = `/${PAGE_RULES[pageType].path}`;
    const screen = screens.find(({ to }) => to === path);
    return screen ? [{ pageType, path, name: screen.label }] : [];
  });
  const answers = useQueries({ queries: pages.map(({ pageType }) => suggestionsQuery(pageType, line)) });
  if (typed.trim() === '') return [];
  return pages.flatMap(({ path, name }, index) => targetsIn(answers[index]?.data, path, name));
}

const targetsIn = (found: Suggestions | undefined, path: string, name: string): PaletteTarget[] =>
  [...(found?.readings ?? []), ...(found?.completions ?? [])]
    .filter(({ params, lots }) => params !== '' && lots > 0)
    .map(({ params, text, lots }) => ({
      label: `${name}: ${text}`,
      to: `${path}?${params}`,
      note: t('lots.finder.lots', { count: lots, n: groupThousands(lots) }),
    }));
