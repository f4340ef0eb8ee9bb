import { WORD_STATES, wordsSearch } from '@seri/contract/feed/list-search.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { WORD_KINDS } from '@seri/contract/lots/glossary-overrides.ts';
import { IconLanguage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
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
  const { ask, dialog } = useDecision(CHANGED_BY_WORDS);
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
      {query.isPending && <SkeletonRows rows={8} photoWidth={0} />}
      {query.isError && !data && (
        <FailedState
          title={t('feed.words.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.items.length === 0 && (
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
      )}
      {data && data.items.length > 0 && (
        <>
          <WordRows words={data.items} ask={mayDecide ? ask : null} />
          <ListPager
            page={search.page}
            pageSize={search.pageSize}
            total={data.pageInfo.totalSearchResults}
            pageSizes={PAGE_SIZES}
            onPage={(page) => void setSearch({ page })}
            onPageSize={(pageSize) => change({ pageSize })}
          />
        </>
      )}
      <WordDialog opened={isAdding} kind={kind} word={null} onClose={() => setAdding(false)} />
      {dialog}
    </Page>
  );
}
