import { useState } from 'react';
import { isFoldable, type QueueGroup } from '../parts/queue-groups.ts';

/**
 * Which parts of the queue show only their head: wholly decided ones, unless the manager opened them. In a narrowed list
 * nothing is folded, since the manager looks for something.
 */
export function useFolds(groups: readonly QueueGroup[] | null, isQueue: boolean) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const folds = new Map<string, boolean>();
  for (const group of isQueue ? (groups ?? []) : []) {
    const isHeld = group.rows.some(({ bidStatus }) => bidStatus === 1);
    if (isFoldable(group) && !isHeld) folds.set(group.key, !opened.get(group.key));
  }
  const onFold = (key: string) => setOpened((before) => new Map(before).set(key, !before.get(key)));
  return { folds, onFold };
}
