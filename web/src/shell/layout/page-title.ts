import type { LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createTabStore, useTabStore } from '../../ui/theme/tab-store.ts';
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

const shownTitle = createTabStore<PageTitle>({ title: '' });
const companyName = createTabStore(initialCompanyName);
const ownDescription = createTabStore<string | null>(null);

function show(next: PageTitle): void {
  const company = companyName.get();
  document.title = next.title ? `${next.tab ?? next.title} · ${company}` : company;
  describe(next.description);
  shownTitle.set(next);
}

/** Without a description, restores the one the document came with. */
function describe(description: string | undefined): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (!meta) return;
  const own = ownDescription.get() ?? meta.content;
  ownDescription.set(own);
  meta.content = description ?? own;
}

export function setCompanyName(name: string): void {
  companyName.set(name);
  show(shownTitle.get());
}

/** Sets the heading in the header and the title of the browser's tab. */
export function usePageTitle({ title, note, back, tab, description }: PageTitle): void {
  const backText = JSON.stringify(back ?? null);
  // Effects do not run on the server; the header reads this in its second render.
  if (!globalThis.document) shownTitle.set({ title, note, tab, description, back });
  useEffect(() => {
    show({ title, note, tab, description, back: (JSON.parse(backText) as LinkProps | null) ?? undefined });
  }, [title, note, tab, description, backText]);
}

export const useCurrentTitle = (): PageTitle => useTabStore(shownTitle);
