// Kept instead of Mantine's Menu, because the listing loads without Mantine; the browser's popover does the rest.

import { FAVORITE_GROUPS, type FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import css from './favorite.module.css';

interface GroupMenuProps {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  active: FavoriteGroup | null;
  /** Called with the active group to leave it. */
  onChoose: (group: FavoriteGroup) => void;
  onClose: () => void;
}

const GAP_PX = 4;
const EDGE_PX = 8;

/** Menu of the groups beside their star, on top of everything; closes on Escape, on a press outside and on scroll. */
export function GroupMenu({ id, anchor, active, onChoose, onClose }: GroupMenuProps) {
  // Keep one ref callback for the life of the menu: a new one would close the menu and open it again.
  const [open] = useState(() => (menu: HTMLDivElement) => openBeside(menu, anchor.current, onClose));
  return (
    <div
      ref={open}
      id={id}
      popover="auto"
      role="menu"
      aria-label={t('favorites.menu')}
      className={css.menu}
      onKeyDown={moveFocus}
    >
      {FAVORITE_GROUPS.map((group) => {
        const isActive = group === active;
        return (
          <button
            key={group}
            type="button"
            role="menuitemcheckbox"
            aria-checked={isActive}
            className={css.group}
            onClick={() => onChoose(group)}
          >
            <span className={css.check}>{isActive && <IconCheck size={16} stroke={2} aria-hidden />}</span>
            <span>{t('favorites.group', { group })}</span>
            {isActive && <span className={css.hint}>{t('favorites.remove')}</span>}
          </button>
        );
      })}
    </div>
  );
}

function openBeside(menu: HTMLDivElement, anchor: HTMLElement | null, onClose: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  menu.showPopover();
  const box = anchor?.getBoundingClientRect();
  if (box) {
    const hasRoomBelow = box.bottom + GAP_PX + menu.offsetHeight + EDGE_PX <= innerHeight;
    const top = hasRoomBelow ? box.bottom + GAP_PX : Math.max(EDGE_PX, box.top - GAP_PX - menu.offsetHeight);
    const left = Math.min(Math.max(EDGE_PX, box.right - menu.offsetWidth), innerWidth - menu.offsetWidth - EDGE_PX);
    Object.assign(menu.style, { top: `${top}px`, left: `${left}px` });
  }
  const items = itemsOf(menu);
  (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus({ preventScroll: true });
  // Not `toggle`, which fires later: a key pressed in between would open the menu again by the browser's popover rules.
  menu.addEventListener('beforetoggle', (event) => event.newState === 'closed' && onClose(), { signal });
  addEventListener('scroll', () => menu.hidePopover(), { signal, capture: true });
  return () => {
    stop.abort();
    if (menu.contains(document.activeElement)) anchor?.focus({ preventScroll: true });
  };
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLButtonElement>('[role="menuitemcheckbox"]')];

/** Arrow keys wrap around; a letter moves to its group; Tab closes. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') menu.hidePopover();
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const byLetter = (FAVORITE_GROUPS as readonly string[]).indexOf(event.key.toUpperCase());
  const next = steps[event.key] ?? (byLetter === -1 ? undefined : byLetter);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
