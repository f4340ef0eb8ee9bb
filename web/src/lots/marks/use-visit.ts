import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useEffect } from 'react';
import { call } from '../../shell/api/api.ts';
import { loadPart } from '../../ui/loading/load-part.ts';

/** Waits until the list has loaded: the note of a visit is not urgent. */
const AFTER_MS = 3_000;

/** Notes a visit to a page, so that lots listed after it are new on the next one. */
export function useVisit(pageType: PageType): void {
  useEffect(() => {
    // Without a connection the visit is not noted, and the same lots stay new.
    const note = async () => {
      const { visitLots } = await loadPart(() => import('@seri/contract/lots/marks/mark-routes.ts'));
      await call(visitLots, { body: { pageType } });
    };
    const timer = setTimeout(() => void note().catch(() => {}), AFTER_MS);
    return () => clearTimeout(timer);
  }, [pageType]);
}
