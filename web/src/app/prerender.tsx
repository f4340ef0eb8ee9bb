import { texts as enFirst } from 'virtual:texts/en/first';
import { texts as enLater } from 'virtual:texts/en/later';
import { texts as ruFirst } from 'virtual:texts/ru/first';
import { texts as ruLater } from 'virtual:texts/ru/later';
import type { Session } from '@seri/contract/users/routes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { DESKTOP_QUERY } from '../lots/core/breakpoints.ts';
import { type InitialData, withInitialData } from '../shell/api/initial-data.ts';
import { setGlossaryOverrides } from '../shell/glossary-overrides.ts';
import { setServerTime } from '../shell/i18n/clock.ts';
import { type Language, setLanguageForPrerender } from '../shell/i18n/i18n.ts';
import { createQueryClient } from '../shell/session/query-client.ts';
import { sessionQuery } from '../shell/session/session.ts';
import { SessionProvider } from '../shell/session/session-provider.tsx';
import { settingsQuery } from '../shell/settings.ts';
import { createAppRouter } from './router.ts';
import { styleAttributesToRules } from './style-attributes.ts';

const TEXTS = { en: { ...enFirst, ...enLater }, ru: { ...ruFirst, ...ruLater } };

interface Page {
  /** Path and query of the screen. */
  address: string;
  language: Language;
  /** Initial data, as in the page itself. */
  answers: InitialData & { session?: Session | null };
  /** Host name as shown in the reader's address bar. */
  hostname: string;
  /** Nonce of the page's content policy. */
  nonce: string;
}

const IN_FIRST_VIEW = 8;

/** Limits the listing to the lots of one screen. */
function firstLots({ listing, ...answers }: InitialData): InitialData {
  if (!listing) return answers;
  const lots = Object.entries(listing.reply as Record<string, unknown>).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.slice(0, IN_FIRST_VIEW) : part,
  ]);
  return { ...answers, listing: { ...listing, reply: Object.fromEntries(lots) } };
}

/** Renders the page's first view on a phone. It is static markup without handlers; the web app replaces it. */
export async function prerender({ address, language, answers, hostname, nonce }: Page): Promise<string> {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, answers.session ?? null);
  client.setQueryData(settingsQuery.queryKey, answers.settings);
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const page = (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  );
  // Everything from here on is synchronous: language, time and answers belong to this page alone.
  setLanguageForPrerender(language, TEXTS[language]);
  setServerTime(new Date().toISOString(), 0, 0);
  setGlossaryOverrides(answers.words?.reply.words ?? {});
  const html = withInitialData({ ...firstLots(answers), hostname }, () => {
    // Render twice: the screen sets its title in the header, and the header is rendered before it.
    renderToStaticMarkup(page);
    return renderToStaticMarkup(page);
  });
  // Clear the client: its timers would outlive this function otherwise.
  client.clear();
  const { markup, sheet } = styleAttributesToRules(
    html
      .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
      // A script that fills in a form waits until the field is editable.
      .replaceAll('<input ', '<input readonly ')
      // The listing's rows are hidden on a wide window, so do not load their photos there.
      .replaceAll('<link rel="preload"', `<link rel="preload" media="not all and ${DESKTOP_QUERY}"`)
      .replaceAll(' loading="eager"', ' loading="lazy"'),
  );
  return `<style nonce="${nonce}">${sheet}</style>${markup}`;
}
