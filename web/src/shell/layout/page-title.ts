import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { initialCompanyName } from '../api/initial-data.ts';

export interface PageTitle {
  title: string;
  /** Muted text beside the title: `1 240 of 61 240 lots`. */
  note?: string | undefined;
  /** On a phone a back arrow replaces the menu button. */
  back?: LinkProps | undefined;
  /** Title of the browser's tab, if the heading alone is too short. */
  tab?: string | undefined;
  /** Description of the page, for search engines and link previews. */
  description?: string | undefined;
}

let current: PageTitle = { title: '' };
let company = initialCompanyName;
let ownDescription: string | null = null;
const listeners = new Set<() => void>();

function show(next: PageTitle): void {
  current = next;
  document.title = next.title ? `${next.tab ?? next.title} · ${company}` : company;
  describe(next.description);
  for (const listener of listeners) listener();
}

/** Without a description, restores the one the document came with. */
function describe(description: string | undefined): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (!meta) return;
  ownDescription ??= meta.content;
  meta.content = description ?? ownDescription;
}

export function setCompanyName(name: string): void {
  company = name;
  show(current);
}

/** Sets the heading in the header and the title of the browser's tab. */
export function usePageTitle({ title, note, back, tab, description }: PageTitle): void {
  const backText = JSON.stringify(back ?? null);
  // Effects do not run on the server; the header reads this in its second render.
  if (!globalThis.document) current = { title, note, tab, description, back };
  useEffect(() => {
    show({ title, note, tab, description, back: (JSON.parse(backText) as LinkProps | null) ?? undefined });
  }, [title, note, tab, description, backText]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const title = () => current;

export const useCurrentTitle = (): PageTitle => useSyncExternalStore(subscribe, title, title);
