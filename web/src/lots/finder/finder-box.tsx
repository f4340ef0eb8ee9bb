import { useDebouncedValue } from '@mantine/hooks';
import { bikeListing, type LotFilter, lotListing } from '@seri/contract/lots/filter.ts';
import type { LineReading } from '@seri/contract/lots/finder/routes.ts';
import { isBikePage, PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { IconChartBar, IconHistory, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { MAX_LINE_LENGTH, type Suggestions, suggestionsQuery } from '../../shell/finder/finder-queries.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { parseSearch, searchOf, stringifySearch } from '../../shell/search.ts';
import { EMPTY_FILTER, filterOf } from '../core/lot-search.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import css from './finder-box.module.css';
import { recentLines, rememberLine } from './recent-lines.ts';

/** Delay before a typed line is sent to be understood. */
const TYPING_MS = 150;

interface Row {
  key: string;
  group: 'read' | 'more' | 'recent';
  icon: ReactNode;
  text: string;
  /** Number of lots or sales, with its word. */
  count?: string;
  choose: () => void;
}

/** Words of the last line that are no filter, as the list shows the line's filters. */
interface Note {
  rest: LineReading['rest'];
  isNothing: boolean;
  hasDoorPrice: boolean;
}

/** A short explanation stays until the next line, so that a dropped word is never dropped silently. */
const noteOf = (reading: LineReading): Note | null =>
  reading.rest.length > 0 || reading.params === '' || reading.hasDoorPrice
    ? { rest: reading.rest, isNothing: reading.params === '', hasDoorPrice: reading.hasDoorPrice }
    : null;

/**
 * The search box of a listing: a line in the reader's own words becomes filters. A combobox by the ARIA pattern; while an
 * input method composes, Enter and arrows belong to it. `children` are the tags of the filters that are set.
 */
export function FinderBox({ lots, children }: { lots: LotSearch; children?: ReactNode }) {
  const { pageType } = lots;
  const navigate = useNavigate();
  const client = useQueryClient();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const [at, setAt] = useState(0);
  const [note, setNote] = useState<Note | null>(null);
  const within = stringifySearch(filterOf(lots.search)).slice(1);
  const [line] = useDebouncedValue(isComposing ? '' : typed, TYPING_MS);
  const { data, error, isFetching } = useQuery({
    ...suggestionsQuery(pageType, line, within),
    enabled: isOpen && line.trim() !== '',
  });

  const apply = (params: string) => {
    const read = searchOf(isBikePage(pageType) ? bikeListing : lotListing)(parseSearch(params));
    void lots.apply({ ...EMPTY_FILTER, ...filterOf(read as Parameters<typeof filterOf>[0]) } as LotFilter);
  };
  const close = () => {
    setOpen(false);
    setAt(0);
  };
  const use = (reading: { params: string; text: string }, said: Note | null) => {
    setNote(said);
    if (reading.params === '') return;
    apply(reading.params);
    rememberLine({ pageType, text: reading.text || typed.trim(), params: reading.params });
    setTyped('');
    close();
  };
  const rows = rowsOf({
    found: typed.trim() === '' ? undefined : data,
    use,
    recent: typed.trim() === '' ? recentLines(pageType) : [],
    openSales: (params) => {
      close();
      void navigate({
        href: `/${PAGE_RULES[PAGE_RULES[pageType].vehicle === 'bike' ? 'bike-stats' : 'stats'].path}?${params}`,
      });
    },
  });
  const isCurrent = line === typed && !isFetching;
  const current = Math.min(at, rows.length - 1);
  const isListOpen = isOpen && (rows.length > 0 || (typed.trim() !== '' && error !== null));

  /** Enter uses the chosen row; before the answer to the last keys has arrived it waits for it. */
  const submit = async () => {
    if (typed.trim() === '') return rows[current]?.choose();
    if (isCurrent && rows[current]) return rows[current].choose();
    const answer = await client.fetchQuery(suggestionsQuery(pageType, typed, within)).catch(() => null);
    const reading = answer?.readings[0];
    if (reading) use(reading, noteOf(reading));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing || event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else if (rows.length > 0) setAt((current + (event.key === 'ArrowDown' ? 1 : rows.length - 1)) % rows.length);
    }
  };
  return (
    <search className={css.finder}>
      <div className={css.field}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <input
          ref={input}
          type="text"
          role="combobox"
          className={css.input}
          aria-label={t('lots.finder.name')}
          aria-autocomplete="list"
          aria-expanded={isListOpen}
          aria-controls={listId}
          aria-activedescendant={isListOpen && rows.length > 0 ? `${listId}-${current}` : undefined}
          aria-describedby={note ? `${listId}-note` : undefined}
          placeholder={t(PAGE_RULES[pageType].vehicle === 'bike' ? 'lots.finder.bikeExample' : 'lots.finder.example')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_LINE_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onKeyDown={onKeyDown}
        />
        {typed !== '' && (
          <button
            type="button"
            className={css.sign}
            aria-label={t('lots.search.clear')}
            onClick={() => {
              setTyped('');
              input.current?.focus();
            }}
          >
            <IconX size={16} stroke={1.6} aria-hidden />
          </button>
        )}
      </div>
      <Options id={listId} rows={rows} current={current} isOpen={isListOpen} onPoint={setAt}>
        {data && typed.trim() !== '' && <Rest rest={data.readings[0]?.rest ?? []} />}
        {error && typed.trim() !== '' && rows.length === 0 && <p className={css.rest}>{t('lots.finder.failed')}</p>}
      </Options>
      {note && (
        <div id={`${listId}-note`} className={css.note} role="status">
          {note.isNothing && <p>{t('lots.finder.nothing')}</p>}
          {note.hasDoorPrice && <p>{t('lots.finder.door')}</p>}
          <Rest rest={note.rest} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isListOpen && isCurrent && data?.readings[0] ? t('lots.finder.found', { count: data.readings[0].lots }) : ''}
      </p>
      {children}
    </search>
  );
}

interface OptionsProps {
  id: string;
  rows: readonly Row[];
  current: number;
  isOpen: boolean;
  onPoint: (at: number) => void;
  children: ReactNode;
}

function Options({ id, rows, current, isOpen, onPoint, children }: OptionsProps) {
  const groups = Object.entries(Object.groupBy(rows, ({ group }) => group)) as [Row['group'], Row[]][];
  return (
    // Pressing a row must not take the focus from the field.
    <div className={css.list} hidden={!isOpen} onPointerDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label={t('lots.finder.name')}>
        {groups.map(([group, inside]) => (
          <Fragment key={group}>
            <p role="presentation" className={css.group}>
              {t(`lots.finder.${group}`)}
            </p>
            {inside.map((row) => {
              const index = rows.indexOf(row);
              return (
                <div
                  key={row.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  className={css.row}
                  aria-selected={index === current}
                  onClick={row.choose}
                  onKeyDown={(event) => event.key === 'Enter' && row.choose()}
                  onPointerMove={() => onPoint(index)}
                >
                  {row.icon}
                  <span className={css.text}>{row.text}</span>
                  {row.count && <span className={css.count}>{row.count}</span>}
                </div>
              );
            })}
          </Fragment>
        ))}
      </div>
      {children}
    </div>
  );
}

/** Words that are no filter, each with where it was looked for and how often it was found. */
function Rest({ rest }: { rest: LineReading['rest'] }) {
  if (rest.length === 0) return null;
  return (
    <p className={css.rest}>
      {rest.map(({ text, lots, start }) => (
        <span key={start}>
          <mark>{text}</mark> {lots > 0 ? t('lots.finder.restFound', { count: lots }) : t('lots.finder.restNone')}
        </span>
      ))}
    </p>
  );
}

interface RowsOptions {
  found: Suggestions | undefined;
  recent: readonly { params: string; text: string }[];
  use: (reading: { params: string; text: string }, note: Note | null) => void;
  openSales: (params: string) => void;
}

const SIGN = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

function rowsOf({ found, recent, use, openSales }: RowsOptions): Row[] {
  const lots = (count: number) => t('lots.finder.lots', { count, n: groupThousands(count) });
  const readings = (found?.readings ?? []).filter(({ params }) => params !== '');
  return [
    ...readings.map(
      (reading): Row => ({
        key: `read ${reading.params}`,
        group: 'read',
        icon: <IconSearch {...SIGN} />,
        text: reading.text,
        count: lots(reading.lots),
        choose: () => use(reading, noteOf(reading)),
      }),
    ),
    ...(found?.completions ?? []).map(
      (completion): Row => ({
        key: `more ${completion.params}`,
        group: 'more',
        icon: <IconSearch {...SIGN} />,
        text: completion.text,
        count: lots(completion.lots),
        choose: () => use(completion, null),
      }),
    ),
    ...(found?.sales
      ? [
          {
            key: 'sales',
            group: 'more' as const,
            icon: <IconChartBar {...SIGN} />,
            text: t('lots.finder.sales'),
            count: t('lots.finder.soldLots', { count: found.sales.lots, n: groupThousands(found.sales.lots) }),
            choose: () => openSales(found.sales?.params ?? ''),
          },
        ]
      : []),
    ...recent.map(
      (line): Row => ({
        key: `recent ${line.params}`,
        group: 'recent',
        icon: <IconHistory {...SIGN} />,
        text: line.text,
        choose: () => use(line, null),
      }),
    ),
  ];
}
