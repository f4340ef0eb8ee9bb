import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SCREEN = join(import.meta.dirname, 'src', 'lots', 'lot-list-screen.tsx');
let reached: Set<string> | undefined;

/**
 * One chunk for what the listing shares with other screens. In chunks of their own these modules are forty requests of
 * a few hundred bytes each, and on a slow line a request costs more than its bytes.
 */
export function listingParts(id: string, modules: Modules): string | null {
  reached ??= reachedFrom(SCREEN, modules);
  return reached.has(id) ? 'listing-parts' : null;
}

function reachedFrom(start: string, modules: Modules): Set<string> {
  const seen = new Set<string>();
  const left = [start];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
