import { Combobox, useCombobox } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useInSheet } from '../overlays/in-sheet.ts';
import { MantineRoot } from '../theme/mantine-root.tsx';
import { type SearchBoxProps, useSearchBox } from './search-box.tsx';
import list from './select-list.module.css';

export interface SearchSelectProps extends SearchBoxProps {
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  /** Shown in the list if nothing matches; without it the list stays closed. */
  emptyText?: string | undefined;
  /** True if the field that this one replaces had the focus. */
  isFocused: RefObject<boolean>;
}

export function SearchSelectList(props: SearchSelectProps) {
  const { label, onText, options, onChoose, emptyText, onEnter, isFocused } = props;
  const combobox = useCombobox();
  const isInSheet = useInSheet();
  const { input, frame, below } = useSearchBox(props);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocused.current) return;
    isFocused.current = false;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [isFocused]);
  return (
    <MantineRoot>
      <Combobox
        store={combobox}
        withinPortal={!isInSheet}
        position="bottom-start"
        width="target"
        offset={4}
        onOptionSubmit={(value) => {
          onChoose(value);
          combobox.closeDropdown();
        }}
      >
        <Combobox.DropdownTarget>
          {frame(
            <Combobox.EventsTarget>
              <input
                {...input}
                ref={field}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
                  combobox.closeDropdown();
                  onEnter?.();
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  onText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
              />
            </Combobox.EventsTarget>,
          )}
        </Combobox.DropdownTarget>
        <Combobox.Dropdown className={list.dropdown} hidden={options.length === 0 && !emptyText}>
          <Combobox.Options className={list.options} aria-label={label}>
            {options.length === 0 && emptyText && <Combobox.Empty>{emptyText}</Combobox.Empty>}
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value} className={list.option}>
                {option.label}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {below}
    </MantineRoot>
  );
}
