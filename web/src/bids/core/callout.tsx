import { IconAlertTriangle, IconBan, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './panel.module.css';

const ICONS = { red: IconBan, amber: IconAlertTriangle, grey: IconInfoCircle };

interface CalloutProps {
  tone: keyof typeof ICONS;
  title?: string;
  children: ReactNode;
  /** Buttons and links for the next step. */
  actions?: ReactNode;
  role?: 'alert' | 'status';
}

/** Highlighted message: what happened, why, and what to do now. */
export function Callout({ tone, title, children, actions, role }: CalloutProps) {
  const Icon = ICONS[tone];
  return (
    <div className={css.why} data-tone={tone} role={role}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        {title && <b>{title}</b>}
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}
