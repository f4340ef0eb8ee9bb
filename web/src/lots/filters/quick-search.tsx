import type { PageType } from '@seri/contract/lots/page-types.ts';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { searchFieldsOf } from '../core/listing-page.ts';
import { readSearch, type SearchField, writeSearch } from '../core/lot-search.ts';
import css from './quick-search.module.css';

interface QuickSearchProps {
  pageType: PageType;
  /** As in the address: `lotNo-4021`. */
  search: string | undefined;
  /** Called while typing; the caller debounces. */
  onType: (search: string | undefined) => void;
  /** Called on Enter, the search button or the clear button. */
  onSubmit: (search: string | undefined) => void;
}

export function QuickSearch({ pageType, search, onType, onSubmit }: QuickSearchProps) {
  const fields = searchFieldsOf(pageType);
  const applied = readSearch(search);
  const [field, setField] = useState<SearchField>(applied.field);
  // The field keeps the text as typed; only the address gets it trimmed and shortened.
  const [typed, setTyped] = useState(applied.text);
  const isOwn = writeSearch(field, typed) === search;
  const shown = { field: search === undefined || isOwn ? field : applied.field, text: isOwn ? typed : applied.text };

  const type = (text: string) => {
    setField(shown.field);
    setTyped(text);
    onType(writeSearch(shown.field, text));
  };
  const chooseField = (value: string) => {
    const chosen = fields.find((name) => name === value);
    if (!chosen) return;
    setField(chosen);
    setTyped(shown.text);
    const before = writeSearch(shown.field, shown.text);
    const after = writeSearch(chosen, shown.text);
    if (before !== undefined || after !== undefined) onSubmit(after);
  };
  const clear = () => {
    setTyped('');
    onSubmit(undefined);
  };
  return (
    <search className={css.box}>
      <label className={css.field}>
        <span className="visually-hidden">{t('lots.search.by')}</span>
        <select value={shown.field} onChange={(event) => chooseField(event.currentTarget.value)}>
          {fields.map((name) => (
            <option key={name} value={name}>
              {t(`lots.search.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <input
        type="text"
        className={css.input}
        inputMode={shown.field === 'lotNo' ? 'numeric' : 'text'}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={80}
        placeholder={t(`lots.search.${shown.field}Example`)}
        aria-label={t('lots.search.text', { field: t(`lots.search.${shown.field}`) })}
        value={shown.text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSubmit(writeSearch(shown.field, shown.text))}
      />
      {shown.text !== '' && (
        <button type="button" className={css.sign} aria-label={t('lots.search.clear')} onClick={clear}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={css.sign}
        aria-label={t('Common.Search')}
        onClick={() => onSubmit(writeSearch(shown.field, shown.text))}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
      </button>
    </search>
  );
}
