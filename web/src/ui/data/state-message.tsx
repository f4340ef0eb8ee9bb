import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { ActionButton } from '../actions/action-button.tsx';
import { t } from '../theme/text.ts';
import { japanSeconds } from './japan-text.ts';
import css from './state-message.module.css';

type Icon = ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>;

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  icon?: Icon;
  /** One action, as a button or a link. */
  action?: ReactNode;
}

/** Empty state with one sentence and one action. */
export function EmptyState({ title, text, icon: Icon = IconSearch, action }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Icon size={40} stroke={1} aria-hidden />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  );
}

interface FailedStateProps {
  title: string;
  /** The cause, and what to do. */
  text: string;
  onRetry?: () => void;
  requestId?: string | null;
  /** Server time of the failure in milliseconds. */
  at?: number;
  action?: ReactNode;
}

/** The cause, a retry, and the request id for support. */
export function FailedState({ title, text, onRetry, requestId, at, action }: FailedStateProps) {
  return (
    <div className={css.state} role="alert">
      <IconAlertTriangle size={40} stroke={1} aria-hidden />
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={css.actions}>
        {onRetry && <ActionButton onClick={onRetry}>{t('ui.tryAgain')}</ActionButton>}
        {action}
      </div>
      {requestId && (
        <p className="small">
          {t('ui.request', { id: requestId })}
          {at !== undefined && ` · ${t('ui.japanTime', { time: japanSeconds(at) })}`}
        </p>
      )}
    </div>
  );
}
