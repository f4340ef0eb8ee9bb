import { useMediaQuery } from '@mantine/hooks';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { MAX_SEARCHES } from '@seri/contract/searches/routes.ts';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { maxWidthBelow } from '../ui/theme/widths.ts';
import { SaveSearch } from './save-search.tsx';
import { SearchList } from './search-list.tsx';
import css from './searches.module.css';

/** Save form, confirmation, list of searches, or the message that the limit is reached. */
export type SearchView = 'save' | 'done' | 'list' | 'limit';

interface SearchWindowProps {
  pageType: PageType;
  draft: { params: string; title: string };
  view: SearchView;
  /** No further search can be saved. */
  isFull: boolean;
  onView: (view: SearchView | null) => void;
}

const PHONE = maxWidthBelow(768);
const TITLES = {
  save: 'searches.save',
  done: 'Messages.SaveSearch.Saved',
  list: 'searches.list',
  limit: 'searches.full',
} as const;

/** One window for all four views, on a phone a sheet from below; each view replaces the previous one. */
export function SearchWindow({ pageType, draft, view, isFull, onView }: SearchWindowProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [title, setTitle] = useState('');
  const close = () => onView(null);
  const viewAll = () => onView('list');
  return (
    <Dialog opened title={t(TITLES[view])} onClose={close}>
      {view === 'save' && (
        <SaveSearch
          pageType={pageType}
          draft={draft}
          onCancel={close}
          onFull={() => onView('limit')}
          onSaved={(saved) => {
            setTitle(saved);
            onView('done');
          }}
        />
      )}
      {view === 'done' && (
        <Message onClose={close} onViewAll={viewAll}>
          <p className={css.done}>
            <IconCheck size={20} stroke={2} aria-hidden /> {title}
          </p>
          {isFull && <Limit />}
        </Message>
      )}
      {view === 'limit' && (
        <Message onClose={close} onViewAll={viewAll}>
          <Limit />
        </Message>
      )}
      {view === 'list' && <SearchList pageType={pageType} isPhone={isPhone} onClose={close} />}
    </Dialog>
  );
}

const Limit = () => (
  <p className={css.limit} role="alert">
    {t('Messages.SaveSearch.MaxSearchesLimit', { max: MAX_SEARCHES })}. {t('searches.fullText')}
  </p>
);

interface MessageProps {
  children: ReactNode;
  onClose: () => void;
  onViewAll: () => void;
}

const Message = ({ children, onClose, onViewAll }: MessageProps) => (
  <>
    {children}
    <div className={css.actions}>
      <ActionButton kind="plain" size="md" onClick={onClose}>
        {t('ui.close')}
      </ActionButton>
      <ActionButton size="md" className={css.main} onClick={onViewAll}>
        {t('Messages.SaveSearch.ViewAll')}
      </ActionButton>
    </div>
  </>
);
