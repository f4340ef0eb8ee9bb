import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { readStored, storageKeyOf, writeStored } from '../../shell/i18n/storage.ts';

/** Number of remembered lots of each kind (business-rules.md#visited-lots). */
const MAX_VISITS = { car: 20, bike: 21 } as const;
const KEYS = { car: 'visitedCars', bike: 'visitedBikes' } as const;

/** An opened lot, with the texts needed to show it without a call. */
export interface Visit {
  id: string;
  pageType: PageType;
  /** Maker, model and year. */
  name: string;
  /** Auction house and lot number. */
  place: string;
  image: string | null;
}

/** Returns the visits with this one first, without duplicates. */
export const withVisit = (visits: readonly Visit[], visit: Visit, max: number): Visit[] =>
  [visit, ...visits.filter(({ id }) => id !== visit.id)].slice(0, max);

export function rememberVisit(visit: Visit): void {
  const { vehicle } = PAGE_RULES[visit.pageType];
  const key = KEYS[vehicle];
  writeStored(key, JSON.stringify(withVisit(parse(readStored(key)), visit, MAX_VISITS[vehicle])));
}

function parse(text: string | null): Visit[] {
  try {
    const visits: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(visits) ? visits.filter(isVisit) : [];
  } catch {
    return [];
  }
}

const isVisit = (entry: Partial<Visit> | null): entry is Visit =>
  typeof entry?.id === 'string' &&
  typeof entry.name === 'string' &&
  entry.pageType !== undefined &&
  entry.pageType in PAGE_RULES;

/** Opened lots of this kind of vehicle, newest first; updates at once when another tab opens a lot. */
export function useVisits(pageType: PageType): readonly Visit[] {
  const key = KEYS[PAGE_RULES[pageType].vehicle];
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => null,
  );
  return useMemo(() => parse(stored), [stored]);
}

/** Their ids, for the marks in a list. */
export const useVisited = (pageType: PageType): readonly string[] => useVisits(pageType).map(({ id }) => id);

const WATCHED: readonly (string | null)[] = Object.values(KEYS).map(storageKeyOf);

function subscribe(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (WATCHED.includes(key)) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
