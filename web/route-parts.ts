import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SOURCES = join(import.meta.dirname, 'src');

/** Mantine parts that every form needs. The rest of Mantine loads with the screens that use it. */
const FORM_PARTS =
  /@mantine\/core\/esm\/(core|components\/(Input|InputBase|TextInput|CloseButton|Transition|UnstyledButton))\/|ui\/theme\/mantine-root|@mantine\/hooks\//;

/** Mantine's index imports every part, used or not: of its hooks the listing needs only these. */
const LISTING_HOOKS = /@mantine\/hooks\/esm\/(use-media-query|use-debounced-value|use-debounced-callback|utils)\//;

/**
 * One shared chunk for each busy screen. A module shared by two of them goes into the earlier one. As separate chunks,
 * these modules would be about forty requests of a few hundred bytes, and on a slow line a request costs more than its
 * bytes. A chunk includes whatever its modules import, so the listing, which has the tightest limit, has the highest
 * priority.
 */
export const routeParts = [
  sharedBy('listing-parts', 4, ['lots/listing/lot-list-screen.tsx']),
  { name: 'form-parts', priority: 3, test: FORM_PARTS, minShareCount: 2 },
  sharedBy('login-parts', 2, ['auth/login/login-screen.tsx']),
  sharedBy('lot-parts', 1, ['lots/lot/lot-screen.tsx', 'lots/bike/bike-lot-screen.tsx']),
];

function sharedBy(part: string, priority: number, screens: readonly string[]) {
  let reached: Set<string> | undefined;
  return {
    debugName: part,
    priority,
    minShareCount: 2,
    name: (id: string, modules: Modules): string | null => {
      reached ??= reachedFrom(screens, modules);
      if (id.includes('/@mantine/hooks/')) return part === 'listing-parts' && LISTING_HOOKS.test(id) ? part : null;
      return reached.has(id) ? part : null;
    },
  };
}

function reachedFrom(screens: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>();
  const left = screens.map((screen) => join(SOURCES, screen));
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id) || id.includes('/@mantine/core/')) continue;
    seen.add(id);
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}
