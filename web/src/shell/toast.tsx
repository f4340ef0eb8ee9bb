// Kept instead of Mantine's Notifications, which is a package of its own and needs Mantine on every page.

import { missingPart } from '../ui/loading/load-part.ts';
import { createTabStore, useTabStore } from '../ui/theme/tab-store.ts';
import { ApiError } from './api/api.ts';
import { errorText } from './api/error-text.ts';
import { t } from './i18n/i18n.ts';
import css from './toast.module.css';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
  action?: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  run: () => void;
}

const SHOWN_MS = 6_000;
/** Time to reach a button by keyboard. */
const SHOWN_WITH_ACTION_MS = 20_000;
const toasts = createTabStore<readonly Toast[]>([]);

/** Result of a background action; a form shows it beside its button instead. */
function showToast(text: string, { failed = false, action }: { failed?: boolean; action?: ToastAction } = {}): void {
  const id = (toasts.get().at(-1)?.id ?? 0) + 1;
  const close = () => toasts.set(toasts.get().filter((toast) => toast.id !== id));
  const closing = action && {
    label: action.label,
    run: () => {
      close();
      action.run();
    },
  };
  toasts.set([...toasts.get(), { id, text, failed, action: closing }]);
  setTimeout(close, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

/** A finished background action that one press takes back. */
export const showUndo = (text: string, action: ToastAction): void => showToast(text, { action });

/** A failed background action. An ended session has its own dialog. */
export function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'Auth.SignedOut') return;
  showToast(errorText(error), { failed: true });
}

export function Toasts() {
  const shown = useTabStore(toasts);
  return (
    <div className={css.area} role="status">
      <MissingPart />
      {shown.map((toast) => (
        <p key={toast.id} className={css.toast} data-failed={toast.failed || undefined}>
          {toast.text}{' '}
          {toast.action && (
            <button type="button" className={css.action} onClick={toast.action.run}>
              {toast.action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** As long as the page needs a part of the app that did not load. */
function MissingPart() {
  const problem = useTabStore(missingPart);
  if (!problem) return null;
  return (
    <p className={css.toast} data-failed>
      {problem === 'replaced' ? t('shell.part.replaced') : t('shell.part.offline')}{' '}
      {problem === 'replaced' && (
        <button type="button" className={css.action} onClick={() => location.reload()}>
          {t('Auth.Reload')}
        </button>
      )}
    </p>
  );
}
