import { visitLots } from '@seri/contract/lots/marks/mark-routes.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useEffect } from 'react';
import { call } from '../../shell/api/api.ts';

/** Waits until the list has loaded: the note of a visit is not urgent. */
const AFTER_MS = 3_000;

/** Notes a visit to a page, so that lots listed after it are new on the next one. */
export function useVisit(pageType: PageType): void {
  useEffect(() => {
    // Without a connection the visit is not noted, and the same lots stay new.
    const timer = setTimeout(() => void call(visitLots, { body: { pageType } }).catch(() => {}), AFTER_MS);
    return () => clearTimeout(timer);
  }, [pageType]);
}
