import type { ComponentType } from 'react';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import type { PartLoader } from '../ui/parts/load-part.ts';

/** A second reload within this time would not help either, for example between two servers of different releases. */
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** A screen in a file of its own. When a release has replaced it, the page loads anew: nothing is typed in it yet. */
export const lazyScreen = <Name extends string, File extends Record<Name, ComponentType<never>>>(
  load: PartLoader<File>,
  name: Name,
) => lazyPart(load, name, reloadOnce);

function reloadOnce(): void {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const hasJustReloaded = opened?.type === 'reload' && performance.now() < RELOAD_AGAIN_AFTER_MS;
  if (!hasJustReloaded) location.reload();
}
