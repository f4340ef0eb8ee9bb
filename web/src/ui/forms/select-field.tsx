import { Suspense, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import { SelectButton, type SelectFieldProps } from './select-button.tsx';

const SelectList = lazyPart(() => import('./select-list.tsx'), 'SelectList');

/**
 * Multi-select that shows All, the one label, or `n selected`, with a search box above ten options. The list loads on
 * first use.
 */
export function SelectField(props: SelectFieldProps) {
  const [pressed, setPressed] = useState(false);
  const closed = (
    <SelectButton
      label={props.label}
      options={props.options}
      value={props.value}
      disabled={props.disabled}
      allLabel={props.allLabel}
      aria-expanded={false}
      onPointerEnter={SelectList.preload}
      onFocus={SelectList.preload}
      onPress={() => setPressed(true)}
    />
  );
  if (!pressed) return closed;
  return (
    <Suspense fallback={closed}>
      <SelectList {...props} />
    </Suspense>
  );
}
