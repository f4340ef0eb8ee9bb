import { WORD_STATES, wordsSearch } from '@seri/contract/feed/list-search.ts';
import { WORD_KINDS } from '@seri/contract/lots/glossary-overrides.ts';
import { IconLanguage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { Page } from '../ui/theme/page.tsx';
import { WordDialog } from './word-form.tsx';
import { CHANGED_BY_WORDS, wordQueries } from './word-queries.ts';
import { WordRows } from './word-rows.tsx';
import css from './words.module.css';

/** Words of lots as auction houses write them; managers translate them into both languages. */
export function WordsScreen() {
  usePageTitle({ title: t('feed.words.title') });
  const [search, setSearch] = useScreenSearch(wordsSearch);
  const query = useQuery(wordQueries.list(search));
  const mayDecide = useMay('bidManageBidPrice');
  const { decide, dialog } = useDecision(CHANGED_BY_WORDS);
  const [isAdding, setAdding] = useState(false);
  const { data } = query;
  const { kind, state } = search;
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const wordsOf = (one: (typeof WORD_KINDS)[number]) => data?.counters.find((counter) => counter.kind === one)?.words;
  return (
    <Page dense>
      <p className={css.lead}>{t(mayDecide ? 'feed.words.lead' : 'users.clients.readOnly')}</p>
      <div className={css.filters}>
        <Segmented
          name={t('feed.words.states')}
          value={state}
          options={WORD_STATES.map((value) => ({ value, label: t(`feed.words.state.${value}`) }))}
          onChange={(to) => change({ state: to })}
        />
        <TextSearch
          label={t('feed.words.search')}
          clearLabel={t('users.clients.searchClear')}
          value={search.search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
      </div>
      <fieldset className={css.kinds} aria-label={t('feed.names.kinds')}>
        {WORD_KINDS.map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => change({ kind: one })}>
            {t(`feed.words.kind.${one}`)} <span className="num">{groupThousands(wordsOf(one) ?? 0)}</span>
          </button>
        ))}
      </fieldset>
      <div className={css.head}>
        {mayDecide && (
          <ActionButton kind="plain" size="md" onClick={() => setAdding(true)}>
            {t(`feed.words.add.${kind}`)}
          </ActionButton>
        )}
        {data?.countedAt && (
          <p className="quiet">
            {t('feed.words.counted')} <JapanTime at={data.countedAt} zone />
          </p>
        )}
      </div>
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('feed.words.failed')}
        empty={
          <EmptyState
            icon={IconLanguage}
            title={t(search.search ? 'feed.words.none' : `feed.words.empty.${state}`)}
            text={t(search.search ? 'feed.words.noneText' : `feed.words.emptyText.${state}`)}
            action={
              search.search && (
                <ActionButton onClick={() => change({ search: undefined })}>{t('Common.ResetFilter')}</ActionButton>
              )
            }
          />
        }
        at={search}
        onMove={setSearch}
      >
        {(items) => <WordRows words={items} decide={mayDecide ? decide : null} />}
      </QueryList>
      <WordDialog opened={isAdding} kind={kind} word={null} onClose={() => setAdding(false)} />
      {dialog}
    </Page>
  );
}
