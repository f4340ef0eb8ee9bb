// Kept instead of Mantine's Notifications, which is a package of its own and needs Mantine on every page.

import { createTabStore, useTabStore } from '../ui/data/tab-store.ts';
import { ApiError } from './api/api.ts';
import { errorText } from './api/error-text.ts';
import css from './toast.module.css';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
}

const SHOWN_MS = 6_000;
const toasts = createTabStore<readonly Toast[]>([]);

/** Result of a background action; a form shows it beside its button instead. */
function showToast(text: string, { failed = false } = {}): void {
  const id = (toasts.get().at(-1)?.id ?? 0) + 1;
  toasts.set([...toasts.get(), { id, text, failed }]);
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), SHOWN_MS);
}

/** A failed background action. An ended session has its own dialog. */
export function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'Auth.SignedOut') return;
  showToast(errorText(error), { failed: true });
}

export function Toasts() {
  const shown = useTabStore(toasts);
  return (
    <div className={css.area} role="status">
      {shown.map((toast) => (
        <p key={toast.id} className={css.toast} data-failed={toast.failed || undefined}>
          {toast.text}
        </p>
      ))}
    </div>
  );
}
