import type { Session } from '@seri/contract/users/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import { MAX_LINE_LENGTH } from '../finder/finder-queries.ts';
import { t } from '../i18n/i18n.ts';
import { countersQuery } from '../live/counters.ts';
import { menuOfSession, useSession } from '../session/session.ts';
import css from './command-palette.module.css';
import { menuGroups } from './menu.ts';
import { type PaletteTarget, useSuggestedTargets } from './use-suggested-targets.ts';

interface WindowProps {
  opened: boolean;
  onClose: () => void;
}

const LOT_NUMBER = /^\d{1,10}$/;

/** Targets for typed letters or a lot number: the screens of the user's menu, and the lot's lists. */
function targetsFor(typed: string, screens: readonly PaletteTarget[], isManager: boolean): PaletteTarget[] {
  const query = typed.trim().toLocaleLowerCase();
  const found = screens.filter(({ label }) => label.toLocaleLowerCase().includes(query));
  if (!LOT_NUMBER.test(query)) return found;
  const lists = screens.filter(({ to }) => to === '/car-auction' || to === '/bike-auctions');
  const lots = lists.map(({ label, to }) => ({
    label: t('keys.palette.lot', { lotNo: query, list: label }),
    to: `${to}?search=lotNo-${query}`,
  }));
  const bids = isManager
    ? [{ label: t('keys.palette.bids', { lotNo: query }), to: `/bid-manager?lotNo=${query}` }]
    : [];
  return [...bids, ...lots, ...found];
}

export function CommandPalette({ opened, onClose }: WindowProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.palette.title')} size={480}>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function screensOf(session: Session, newBids: number): PaletteTarget[] {
  return menuGroups(session, newBids)
    .flat()
    .map(({ label, link }) => {
      const params = 'params' in link ? Object.entries(link.params as Record<string, string>) : [];
      return { label, to: params.reduce((path, [name, value]) => path.replace(`$${name}`, value), link.to) };
    });
}

function Finder({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const counters = useQuery(countersQuery).data;
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const screens = screensOf(session, counters?.bid ?? 0);
  const suggested = useSuggestedTargets(typed, screens);
  // A lot number can be meant twice: typed as such, and read in the line.
  const targets = [...targetsFor(typed, screens, menuOfSession(session) === 'manager'), ...suggested].filter(
    ({ to }, index, all) => all.findIndex((other) => other.to === to) === index,
  );
  const current = Math.min(at, targets.length - 1);
  const go = (target: PaletteTarget | undefined) => {
    if (!target) return;
    onClose();
    void navigate({ href: target.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && targets.length > 0) {
      event.preventDefault();
      setAt((current + by + targets.length) % targets.length);
    }
    if (event.key === 'Enter') go(targets[current]);
  };
  return (
    <>
      <input
        data-autofocus
        className={css.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets.length > 0 ? `${listId}-${current}` : undefined}
        aria-label={t('keys.palette.title')}
        placeholder={t('keys.palette.hint')}
        autoComplete="off"
        maxLength={MAX_LINE_LENGTH}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={css.list} role="listbox" id={listId} aria-label={t('keys.palette.title')}>
        {targets.map((target, index) => (
          <div
            key={target.to}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => go(target)}
            onKeyDown={onKeyDown}
            onPointerMove={() => setAt(index)}
          >
            <span>{target.label}</span>
            {target.note && <span className={css.note}>{target.note}</span>}
          </div>
        ))}
      </div>
      {targets.length === 0 && (
        <p className="quiet" role="status">
          {t('keys.palette.none')}
        </p>
      )}
    </>
  );
}
