// Built on Mantine's Combobox instead of MultiSelect: the field shows a summary and opens in place of a button.

import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInSheet } from '../overlays/in-sheet.ts';
import { MantineRoot } from '../theme/mantine-root.tsx';
import { groupThousands } from '../theme/number-text.ts';
import { t } from '../theme/text.ts';
import { SelectButton, type SelectFieldProps } from './select-button.tsx';
import css from './select-list.module.css';

const SEARCH_FROM = 11;

/** The field with its list, open from the start, since it replaces the pressed button. */
export function SelectList(props: SelectFieldProps) {
  const { label, options, value, onChange, single = false, disabled = false, onOpen } = props;
  const [search, setSearch] = useState('');
  const isInSheet = useInSheet();
  const isSearchable = options.length >= SEARCH_FROM;
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownOpen: () => {
      onOpen?.();
      takeFocus(isSearchable);
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const takeFocus = (hasSearch: boolean) => {
    if (hasSearch) combobox.focusSearchInput();
    else combobox.focusTarget();
  };
  // A list that starts open does not fire its open event.
  const reportOpen = useEffectEvent(() => onOpen?.());
  useEffect(() => reportOpen(), []);
  const takeFocusWhileOpen = useEffectEvent((hasSearch: boolean) => {
    if (combobox.dropdownOpened) takeFocus(hasSearch);
  });
  // The options, and the search box with them, may load after the list has opened.
  useEffect(() => takeFocusWhileOpen(isSearchable), [isSearchable]);
  const choose = (chosen: string) => {
    if (!single) return onChange(value.includes(chosen) ? value.filter((item) => item !== chosen) : [...value, chosen]);
    onChange(value.includes(chosen) ? [] : [chosen]);
    combobox.closeDropdown();
  };
  const searched = search.trim().toLocaleLowerCase();
  const found = searched ? options.filter((option) => option.label.toLocaleLowerCase().includes(searched)) : options;

  return (
    <MantineRoot>
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        withinPortal={!isInSheet}
        position="bottom-start"
        width="max-content"
        offset={4}
      >
        <Combobox.Target targetType="button">
          <SelectButton
            aria-expanded={combobox.dropdownOpened}
            label={label}
            options={options}
            value={value}
            disabled={disabled}
            allLabel={props.allLabel}
            onPress={() => combobox.toggleDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown className={css.dropdown}>
          {isSearchable && (
            <Combobox.Search
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              placeholder={t('ui.search')}
              aria-label={t('ui.search')}
            />
          )}
          <Combobox.Options className={css.options} aria-label={label} aria-multiselectable={!single}>
            {found.length === 0 && <Combobox.Empty>{t('ui.empty')}</Combobox.Empty>}
            {found.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                className={css.option}
                active={value.includes(option.value)}
                aria-checked={value.includes(option.value)}
                disabled={option.disabled ?? false}
              >
                <span className={css.check}>
                  {value.includes(option.value) && <IconCheck size={16} stroke={2} aria-hidden />}
                </span>
                <span>{option.label}</span>
                {option.counter !== undefined && <span className="quiet">({groupThousands(option.counter)})</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </MantineRoot>
  );
}
