import { lazy, Suspense, useState } from 'react';
import { SelectButton, type SelectFieldProps } from './select-button.tsx';

const loadList = () => import('./select-list.tsx');
const SelectList = lazy(() => loadList().then((part) => ({ default: part.SelectList })));

/** All, the one label, or `n selected`; above ten options a search box. The list loads when it is first reached for. */
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
      onPointerEnter={loadList}
      onFocus={loadList}
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
