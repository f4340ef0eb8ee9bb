import { useState } from 'react';

/** Rows of a list with the keys of their elements. */
export interface KeyedRows {
  ids: readonly string[];
  keys: readonly string[];
}

/**
 * Keys of the rows, so that no element moves: React would move all rows that one passes on its way up, and the browser
 * would lay out and paint each of them again. A row that passes others gets a new element instead. Ids have no colon.
 */
export function keysOfRows(ids: readonly string[], last?: KeyedRows): KeyedRows {
  if (!last) return { ids, keys: ids };
  const lastPlaces = new Map(last.ids.map((id, place) => [id, place]));
  const places = ids.map((id) => lastPlaces.get(id));
  const stays = longestAscent(places);
  const keys = ids.map((id, index) => {
    const place = places[index];
    if (place === undefined) return id;
    const lastKey = last.keys[place] ?? id;
    return stays.has(index) ? lastKey : `${id}:${countOf(lastKey) + 1}`;
  });
  return { ids, keys };
}

const countOf = (key: string) => Number(key.split(':')[1] ?? 0);

/** Indexes of the longest ascending selection; skips values that are undefined. */
function longestAscent(values: readonly (number | undefined)[]): Set<number> {
  /** Index of the lowest value that ends a selection of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  values.forEach((value, index) => {
    if (value === undefined) return;
    const isAbove = (end: number | undefined) => end !== undefined && (values[end] ?? 0) > value;
    const length = isAbove(ends.at(-1)) ? ends.findIndex(isAbove) : ends.length;
    before[index] = ends[length - 1];
    ends[length] = index;
  });
  const chosen = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) chosen.add(index);
  return chosen;
}

/** Key of each row of the list last given. */
export function useRowKeys(rows: readonly { id: string }[]): readonly string[] {
  const [shown, setShown] = useState(() => ({ rows, ...keysOfRows(rows.map(({ id }) => id)) }));
  if (shown.rows === rows) return shown.keys;
  const now = {
    rows,
    ...keysOfRows(
      rows.map(({ id }) => id),
      shown,
    ),
  };
  setShown(now);
  return now.keys;
}
