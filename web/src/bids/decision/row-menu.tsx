import { useMediaQuery } from '@mantine/hooks';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { maxWidthBelow } from '../../ui/theme/widths.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import { vehicleName } from '../core/bid-vehicle.tsx';
import type { RowActions } from '../queue/use-row-actions.ts';
import css from './row-menu.module.css';
import { type MenuLine, menuLines } from './status-menu.tsx';

const atFirst = { getInitialValueInEffect: false };

interface RowMenuProps {
  row: BidRow;
  actions: RowActions;
  /** The opener's content; three dots by default. */
  children?: React.ReactNode;
  className?: string;
  withChat?: boolean;
}

/** Opens all six statuses, the edit form and the history of a bid: a menu, on a phone a sheet. */
export function RowMenu({ row, actions, children, className = '', withChat = false }: RowMenuProps) {
  const isPhone = useMediaQuery(maxWidthBelow(768), undefined, atFirst);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const lines = isOpen ? menuLines({ row, actions, withChat }) : [];
  const close = () => setIsOpen(false);
  const choose = (line: MenuLine) => {
    close();
    opener.current?.focus();
    if (!line.isCurrent) line.choose();
  };
  const title = t('bids.row.setStatus', { lotNo: row.lotNo });
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${css.opener} ${className}`}
        // With words of its own the opener needs no other name.
        aria-label={children ? undefined : `${title}: ${bidStatusText(row.bidStatus ?? 0, false)}`}
        aria-haspopup={isPhone ? 'dialog' : 'menu'}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {children ?? <IconDots size={20} stroke={1.6} aria-hidden />}
      </button>
      {isPhone ? (
        <BottomSheet opened={isOpen} onClose={close} title={t('bids.menu.title')} returnFocus={false}>
          <p className="quiet small">
            {row.lotNo} · {vehicleName(row)} {row.year} · {groupThousands(row.bidAmount)} ¥
          </p>
          <div className={css.sheet}>
            {lines.map((line) => (
              <button
                key={line.key}
                type="button"
                aria-pressed={line.isStatus ? line.isCurrent : undefined}
                disabled={line.disabled}
                onClick={() => choose(line)}
              >
                {line.icon}
                <span>{line.label}</span>
                {line.isCurrent && <span className="quiet">{t('bids.menu.now')}</span>}
              </button>
            ))}
          </div>
        </BottomSheet>
      ) : (
        isOpen && <FloatingMenu opener={opener.current} title={title} lines={lines} onChoose={choose} onClose={close} />
      )}
    </>
  );
}

interface FloatingMenuProps {
  opener: HTMLButtonElement | null;
  title: string;
  lines: readonly MenuLine[];
  onChoose: (line: MenuLine) => void;
  onClose: () => void;
}

const GAP_PX = 4;

const roleOf = ({ isStatus, isCurrent = false }: MenuLine) =>
  isStatus ? ({ role: 'menuitemradio', 'aria-checked': isCurrent } as const) : ({ role: 'menuitem' } as const);

function FloatingMenu({ opener, title, lines, onChoose, onClose }: FloatingMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  // The top layer: no row, head or bar covers it. A press elsewhere and Escape close it.
  useEffect(() => {
    const box = menu.current;
    if (!box || !opener) return;
    box.showPopover();
    const [from, own] = [opener.getBoundingClientRect(), box.getBoundingClientRect()];
    const below = from.bottom + GAP_PX;
    box.style.top = `${below + own.height <= innerHeight ? below : Math.max(GAP_PX, from.top - GAP_PX - own.height)}px`;
    box.style.left = `${Math.max(GAP_PX, Math.min(from.right - own.width, innerWidth - own.width - GAP_PX))}px`;
    box.querySelector<HTMLElement>('[aria-checked="true"], button:enabled')?.focus();
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && close();
    const onScroll = (event: Event) => event.target === document && close();
    box.addEventListener('toggle', onToggle);
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      box.removeEventListener('toggle', onToggle);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [opener]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // React bubbles the event to the row, whose keys must not act.
    event.stopPropagation();
    const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
    const here = items.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 };
    const to = moves[event.key];
    const line = lines.find(({ shortcut }) => shortcut.toLowerCase() === event.key.toLowerCase());
    if (to !== undefined) items.at(to % items.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      onClose();
      opener?.focus();
    } else if (line && !line.disabled && !event.ctrlKey && !event.metaKey && !event.altKey) onChoose(line);
    else return;
    event.preventDefault();
  };
  const first = lines.findIndex(({ isStatus }) => !isStatus);
  return createPortal(
    <div
      ref={menu}
      popover="auto"
      role="menu"
      aria-label={title}
      className={css.menu}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <button
          key={line.key}
          type="button"
          {...roleOf(line)}
          className={index === first && index > 0 ? css.afterLine : undefined}
          disabled={line.disabled}
          onClick={() => onChoose(line)}
        >
          {line.icon}
          <span>{line.label}</span>
          {line.isCurrent && (
            <>
              <span className="quiet small">{t('bids.menu.now')}</span>
              <IconCheck size={16} stroke={1.6} aria-hidden />
            </>
          )}
          <kbd aria-hidden>{line.shortcut}</kbd>
        </button>
      ))}
    </div>,
    document.querySelector('main') ?? document.body,
  );
}
