import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { t } from 'i18next';
import { useState } from 'react';
import box from './field-box.module.css';
import { groupThousands } from './number-text.ts';
import css from './select-field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  counter?: number | undefined;
  disabled?: boolean;
}

interface SelectFieldProps {
  label: string;
  options: readonly SelectOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** One choice only; picking it closes the list. */
  single?: boolean;
  disabled?: boolean;
  /** Shown when nothing is chosen. */
  allLabel?: string;
  onOpen?: () => void;
}

const SEARCH_FROM = 11;

/** All, the one label, or `n selected`; above ten options a search box. */
export function SelectField(props: SelectFieldProps) {
  const { label, options, value, onChange, single = false, disabled = false, onOpen } = props;
  const [search, setSearch] = useState('');
  const isSearchable = options.length >= SEARCH_FROM;
  const combobox = useCombobox({
    onDropdownOpen: () => {
      onOpen?.();
      if (isSearchable) combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const choose = (chosen: string) => {
    if (!single) return onChange(value.includes(chosen) ? value.filter((item) => item !== chosen) : [...value, chosen]);
    onChange(value.includes(chosen) ? [] : [chosen]);
    combobox.closeDropdown();
  };
  const wanted = search.trim().toLocaleLowerCase();
  const found = wanted ? options.filter((option) => option.label.toLocaleLowerCase().includes(wanted)) : options;

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal
      position="bottom-start"
      width="max-content"
      offset={4}
    >
      <Combobox.Target targetType="button">
        <button type="button" className={box.box} disabled={disabled} onClick={() => combobox.toggleDropdown()}>
          <span className={box.label}>{label}</span>
          <span className={box.value}>{summaryOf(options, value, props.allLabel ?? t('ui.all'))}</span>
          <IconChevronDown className={box.chevron} size={16} stroke={1.6} aria-hidden />
        </button>
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
        <Combobox.Options className={css.options}>
          {found.length === 0 && <Combobox.Empty>{t('ui.empty')}</Combobox.Empty>}
          {found.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              className={css.option}
              active={value.includes(option.value)}
              disabled={option.disabled ?? false}
            >
              <span className={css.check}>
                {value.includes(option.value) && <IconCheck size={16} stroke={2} aria-hidden />}
              </span>
              <span className="ellipsis">{option.label}</span>
              {option.counter !== undefined && <span className={css.counter}>{groupThousands(option.counter)}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function summaryOf(options: readonly SelectOption[], value: readonly string[], allLabel: string): string {
  const [first] = value;
  if (first === undefined) return allLabel;
  if (value.length > 1) return t('ui.selected', { n: value.length });
  return options.find((option) => option.value === first)?.label ?? first;
}
