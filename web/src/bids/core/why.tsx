import { IconAlertTriangle, IconBan, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './panel.module.css';

const ICONS = { red: IconBan, amber: IconAlertTriangle, grey: IconInfoCircle };

interface WhyProps {
  tone: keyof typeof ICONS;
  title?: string;
  children: ReactNode;
  /** Ways out: buttons and links. */
  ways?: ReactNode;
  role?: 'alert' | 'status';
}

/** A reason where the eye looks for it: what, why, and what to do now. */
export function Why({ tone, title, children, ways, role }: WhyProps) {
  const Icon = ICONS[tone];
  return (
    <div className={css.why} data-tone={tone} role={role}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        {title && <b>{title}</b>}
        {children}
        {ways && <div className={css.ways}>{ways}</div>}
      </div>
    </div>
  );
}
