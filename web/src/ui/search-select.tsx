import { lazy, Suspense } from 'react';
import type { SearchSelectProps } from './search-select-list.tsx';
import { Bone } from './skeleton.tsx';

const SearchSelectList = lazy(() =>
  import('./search-select-list.tsx').then((part) => ({ default: part.SearchSelectList })),
);

/** A field whose list comes from what is typed; the list loads with the first one on a page. */
export const SearchSelect = (props: SearchSelectProps) => (
  <Suspense fallback={<Bone height={36} />}>
    <SearchSelectList {...props} />
  </Suspense>
);
