import type { ComponentType } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { type PartLoader, reloadOnce } from '../ui/loading/load-part.ts';

/** A screen in a file of its own. When a release has replaced it, the page loads anew: nothing is typed in it yet. */
export const lazyScreen = <Name extends string, File extends Record<Name, ComponentType<never>>>(
  load: PartLoader<File>,
  name: Name,
) => lazyPart(load, name, reloadOnce);
