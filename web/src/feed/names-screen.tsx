import { NAME_KINDS, NAME_STATES, namesSearch } from '@seri/contract/feed/list-search.ts';
import { acceptNames } from '@seri/contract/feed/name-routes.ts';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { useMay } from '../shell/session/session.ts';
import { useDecision } from '../shell/use-decision.tsx';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
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
  const { decide, dialog } = useDecision([feedQueries.names]);
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
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('feed.names.failed')}
        empty={
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
        }
        at={search}
        onMove={setSearch}
      >
        {(items) => (
          <>
            {kind === 'house' && state === 'new' && <p className={css.lead}>{t('feed.names.houses')}</p>}
            <NameRows names={items} decide={mayDecide ? decide : null} />
            {acceptable.length > 1 && (
              <ActionButton
                kind="plain"
                size="md"
                className={css.acceptAll}
                onClick={() =>
                  decide(
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
          </>
        )}
      </QueryList>
      {dialog}
    </Page>
  );
}
