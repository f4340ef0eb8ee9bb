import { Select, type SelectProps } from '@mantine/core';
import { useInSheet } from '../overlays/in-sheet.ts';
import { t } from '../theme/text.ts';
import css from './choice-field.module.css';

/** Select for one of many, with search. */
export const ChoiceField = (props: SelectProps) => {
  const isInSheet = useInSheet();
  return (
    <Select
      searchable
      nothingFoundMessage={t('ui.empty')}
      withScrollArea={false}
      classNames={{ dropdown: css.dropdown, option: css.option, empty: css.empty }}
      comboboxProps={{ offset: 4, withinPortal: !isInSheet }}
      checkIconPosition="right"
      {...props}
    />
  );
};
