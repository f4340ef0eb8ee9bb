import { Combobox, useCombobox } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import box from './field-box.module.css';
import { MantineRoot } from './mantine-root.tsx';
import list from './select-list.module.css';
import css from './text-search.module.css';

export interface SearchSelectProps {
  label: string;
  /** What stands in the field: what is typed, or what was chosen. */
  text: string;
  onText: (text: string) => void;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  clearLabel: string;
  /** What is wrong, or what to do; read out when it changes. */
  note: string | null;
  isBad: boolean;
}

export function SearchSelectList(props: SearchSelectProps) {
  const { label, text, onText, options, onChoose, clearLabel, note, isBad } = props;
  const combobox = useCombobox();
  const noteId = useId();
  return (
    <MantineRoot>
      <Combobox
        store={combobox}
        withinPortal
        position="bottom-start"
        width="target"
        offset={4}
        onOptionSubmit={(value) => {
          onChoose(value);
          combobox.closeDropdown();
        }}
      >
        <Combobox.DropdownTarget>
          <div className={`${box.box} ${css.search} ${css.wide}`} data-bad={isBad || undefined}>
            <span className={box.label} aria-hidden>
              {label}
            </span>
            <Combobox.EventsTarget>
              <input
                className={box.bound}
                aria-label={label}
                aria-invalid={isBad || undefined}
                aria-describedby={note ? noteId : undefined}
                autoComplete="off"
                maxLength={100}
                value={text}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  onText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
              />
            </Combobox.EventsTarget>
            {text && (
              <button type="button" aria-label={clearLabel} onClick={() => onText('')}>
                <IconX size={16} stroke={1.6} aria-hidden />
              </button>
            )}
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown className={list.dropdown} hidden={options.length === 0}>
          <Combobox.Options className={list.options} aria-label={label}>
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value} className={list.option}>
                <span className="ellipsis">{option.label}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <p id={noteId} role="status" className={isBad ? css.bad : css.note}>
        {note}
      </p>
    </MantineRoot>
  );
}
