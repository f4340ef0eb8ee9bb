// Kept instead of Mantine's Notifications, which is a package of its own and needs Mantine on every page.

import { useSyncExternalStore } from 'react';
import { ApiError } from './api/api.ts';
import { errorText } from './api/error-text.ts';
import css from './toast.module.css';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
}

const SHOWN_MS = 6_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Result of a background action; a form shows it beside its button instead. */
function showToast(text: string, { failed = false } = {}): void {
  const id = ++lastId;
  change([...toasts, { id, text, failed }]);
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

/** A failed background action. An ended session has its own dialog. */
export function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'Auth.SignedOut') return;
  showToast(errorText(error), { failed: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const all = () => toasts;

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, all, all);
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
