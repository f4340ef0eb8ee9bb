import { type RefObject, Suspense, useRef } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import { type SearchBoxProps, useSearchBox } from './search-box.tsx';
import type { SearchSelectProps } from './search-select-list.tsx';

const SearchSelectList = lazyPart(() => import('./search-select-list.tsx'), 'SearchSelectList');

/**
 * Search field with suggestions. Until the list has loaded, the field takes text without it, and then hands over its
 * focus.
 */
export function SearchSelect(props: Omit<SearchSelectProps, 'isFocused'>) {
  const isFocused = useRef(false);
  return (
    <Suspense fallback={<BareSearch {...props} isFocused={isFocused} />}>
      <SearchSelectList {...props} isFocused={isFocused} />
    </Suspense>
  );
}

function BareSearch({ isFocused, ...props }: SearchBoxProps & { isFocused: RefObject<boolean> }) {
  const { input, frame, below } = useSearchBox(props);
  return (
    <div>
      {frame(
        <input
          {...input}
          onFocus={() => {
            isFocused.current = true;
          }}
          onBlur={() => {
            isFocused.current = false;
          }}
          onKeyDown={({ key }) => key === 'Enter' && props.onEnter?.()}
          onChange={({ currentTarget }) => props.onText(currentTarget.value)}
        />,
      )}
      {below}
    </div>
  );
}
