import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SOURCES = join(import.meta.dirname, 'src');

/** Parts by the screens they are first needed for; what two of them share is in the earlier one. */
const PARTS = [
  { part: 'listing-parts', screens: ['lots/lot-list-screen.tsx'] },
  { part: 'lot-parts', screens: ['lots/lot-screen.tsx', 'lots/bike-lot-screen.tsx'] },
];

/**
 * For each busy screen one chunk for what it shares with others. In chunks of their own these modules are forty requests
 * of a few hundred bytes each, and on a slow line a request costs more than its bytes.
 */
export const routeParts = PARTS.map(({ part, screens }, index) => {
  let reached: Set<string> | undefined;
  return {
    debugName: part,
    priority: PARTS.length - index,
    minShareCount: 2,
    name: (id: string, modules: Modules): string | null => {
      reached ??= reachedFrom(screens, modules);
      return reached.has(id) ? part : null;
    },
  };
});

function reachedFrom(screens: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>();
  const left = screens.map((screen) => join(SOURCES, screen));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
