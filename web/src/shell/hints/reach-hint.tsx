import { IconCalendarTime, IconDeviceMobilePlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { t } from '../i18n/i18n.ts';
import { readStored, writeStored } from '../i18n/storage.ts';
import { LinkButton } from '../link-button.tsx';
import { askInstall, installWay } from './install-prompt.ts';
import css from './reach-hint.module.css';
import { isSecondVisit } from './visits.ts';

const HINTS = ['install', 'calendar'] as const;
type Hint = (typeof HINTS)[number];

const dismissed = (): readonly string[] => readStored('hints')?.split(' ') ?? [];

/** The next hint for this browser; null on a first visit, and once each was dismissed. */
function nextHint(): Hint | null {
  if (!isSecondVisit()) return null;
  const closed = dismissed();
  return HINTS.find((hint) => !closed.includes(hint) && (hint !== 'install' || installWay() !== null)) ?? null;
}

/** Marks a hint as done: it was followed, or closed for good. */
export const dismissHint = (hint: Hint): void => writeStored('hints', [...new Set([...dismissed(), hint])].join(' '));

/** One hint about installing the app or the calendar of auctions, from the second visit until it is closed. */
export function ReachHint() {
  // Decided once, because a hint that arrives later would move the list.
  const [hint, setHint] = useState(nextHint);
  if (!hint) return null;
  const close = () => {
    dismissHint(hint);
    setHint(null);
  };
  if (hint === 'calendar') {
    return (
      <Strip icon={<IconCalendarTime size={20} stroke={1.5} aria-hidden />} text={t('hints.calendar')} onClose={close}>
        <LinkButton {...paths.profile()} hash="calendar" kind="plain" size="sm">
          {t('hints.calendar.open')}
        </LinkButton>
      </Strip>
    );
  }
  const isAsked = installWay() === 'prompt';
  return (
    <Strip
      icon={<IconDeviceMobilePlus size={20} stroke={1.5} aria-hidden />}
      text={t(isAsked ? 'hints.install' : 'hints.installMenu')}
      onClose={close}
    >
      {isAsked && (
        <ActionButton kind="plain" size="sm" onClick={() => void askInstall().then(close)}>
          {t('hints.install.do')}
        </ActionButton>
      )}
    </Strip>
  );
}

interface StripProps {
  icon: ReactNode;
  text: string;
  children: ReactNode;
  onClose: () => void;
}

const Strip = ({ icon, text, children, onClose }: StripProps) => (
  <aside className={css.hint} aria-label={t('hints.name')}>
    {icon}
    <p>{text}</p>
    {children}
    <IconButton name={t('hints.close')} onClick={onClose}>
      <IconX size={18} stroke={1.5} aria-hidden />
    </IconButton>
  </aside>
);
