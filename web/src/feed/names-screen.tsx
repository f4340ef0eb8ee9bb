import { NAME_KINDS, NAME_STATES, namesSearch } from '@seri/contract/feed/list-search.ts';
import { acceptNames } from '@seri/contract/feed/name-routes.ts';
import { PAGE_SIZES } from '@seri/contract/http.ts';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useScreenSearch } from '../shell/search.ts';
import { useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { Page } from '../ui/theme/page.tsx';
import { NameRows } from './name-rows.tsx';
import css from './names.module.css';
import { feedQueries } from './queries.ts';

/** Names from the sources; managers decide which mean the same. */
export function NamesScreen() {
  usePageTitle({ title: t('feed.names.title') });
  const [search, setSearch] = useScreenSearch(namesSearch);
  const query = useQuery(feedQueries.list(search));
  const mayDecide = useMay('bidManageBidPrice');
  const { ask, dialog } = useDecision([feedQueries.names]);
  const { data } = query;
  const { kind, state } = search;
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const namesOf = (one: (typeof NAME_KINDS)[number]) => data?.counters.find((counter) => counter.kind === one)?.names;
  const acceptable = state === 'new' && kind !== 'house' && mayDecide ? (data?.items ?? []) : [];
  return (
    <Page dense>
      <p className={css.lead}>{t(mayDecide ? 'feed.names.lead' : 'users.clients.readOnly')}</p>
      <div className={css.filters}>
        <Segmented
          name={t('feed.names.states')}
          value={state}
          options={NAME_STATES.map((value) => ({ value, label: t(`feed.names.state.${value}`) }))}
          onChange={(to) => change({ state: to })}
        />
        <TextSearch
          label={t('feed.names.search')}
          clearLabel={t('users.clients.searchClear')}
          value={search.search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
      </div>
      <fieldset className={css.kinds} aria-label={t('feed.names.kinds')}>
        {NAME_KINDS.map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => change({ kind: one })}>
            {t(`feed.names.kind.${one}`)} <span className="num">{groupThousands(namesOf(one) ?? 0)}</span>
          </button>
        ))}
      </fieldset>
      {query.isPending && <SkeletonRows rows={8} photoWidth={0} />}
      {query.isError && !data && (
        <FailedState
          title={t('feed.names.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.items.length === 0 && (
        <EmptyState
          icon={IconTags}
          title={t(search.search ? 'feed.names.none' : `feed.names.empty.${state}`)}
          text={t(search.search ? 'feed.names.noneText' : `feed.names.emptyText.${state}`)}
          action={
            search.search && (
              <ActionButton onClick={() => change({ search: undefined })}>{t('Common.ResetFilter')}</ActionButton>
            )
          }
        />
      )}
      {data && data.items.length > 0 && (
        <>
          {kind === 'house' && state === 'new' && <p className={css.lead}>{t('feed.names.houses')}</p>}
          <NameRows names={data.items} ask={mayDecide ? ask : null} />
          {acceptable.length > 1 && (
            <ActionButton
              kind="plain"
              size="md"
              className={css.acceptAll}
              onClick={() =>
                ask(
                  acceptNames,
                  { nameIds: acceptable.map(({ nameId }) => nameId) },
                  {
                    title: t('feed.names.askAcceptAll', { count: acceptable.length }),
                    confirm: t('feed.names.accept'),
                    note: t('feed.names.acceptNote'),
                  },
                )
              }
            >
              {t('feed.names.acceptAll', { count: acceptable.length })}
            </ActionButton>
          )}
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
      {dialog}
    </Page>
  );
}
