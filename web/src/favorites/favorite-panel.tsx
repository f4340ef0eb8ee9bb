import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { type MouseEvent, Suspense, useId, useRef, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import css from './favorite.module.css';
import { groupOf, useFavorite, type Wishes } from './queries.ts';

const GroupMenu = lazyPart(() => import('./group-menu.tsx'), 'GroupMenu');

interface FavoriteButtonProps {
  pageType: PageType;
  lotId: string;
  wishList: Wishes;
  /** The star alone, for rows and cards. */
  compact?: boolean;
}

/** Favourite button of a lot: opens the groups A to E. Past sales have none (business-rules.md#lot-page). */
export function FavoriteButton(props: FavoriteButtonProps) {
  return isSalesPage(props.pageType) ? null : <Star {...props} />;
}

function Star({ pageType, lotId, wishList, compact = false }: FavoriteButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const favorite = useFavorite(pageType, lotId);
  const group = groupOf(wishList);
  const name = group ? t('favorites.in', { group }) : t('favorites.add');
  const Icon = group ? IconStarFilled : IconStar;
  const open = (event: MouseEvent) => {
    if (isOpen || favorite.isPending) return;
    // Otherwise the same press would reach the opened menu and close it.
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.star}
        data-compact={compact || undefined}
        data-active={group !== null || undefined}
        aria-label={name}
        title={compact ? name : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // Not the `disabled` attribute: the focus returns here, and a disabled button would lose it.
        aria-disabled={favorite.isPending || undefined}
        // While the menu is open, the browser's popover rules make a press on the button close it.
        popoverTarget={isOpen ? menuId : undefined}
        onPointerEnter={GroupMenu.preload}
        onFocus={GroupMenu.preload}
        onClick={open}
      >
        <Icon size={compact && group ? 24 : 20} stroke={1.5} aria-hidden />
        {compact ? group && <span className={css.groupLetter}>{group}</span> : <span>{name}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <GroupMenu
            id={menuId}
            anchor={button}
            active={group}
            onChoose={(chosen) => {
              setIsOpen(false);
              favorite.mutate({ group: chosen, isRemoval: chosen === group });
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
