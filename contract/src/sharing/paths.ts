import { PAGE_RULES } from '../lots/page-types.ts';

/** First path segments of shared links: `/{type}/share/{id}` (business-rules.md#share-links). */
export const SHARE_PATHS = Object.values(PAGE_RULES).map(({ path }) => path);
