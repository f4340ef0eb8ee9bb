import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import type { CompanySettings } from '@seri/contract/company/routes.ts';
import {
  hasOpenLots,
  isBikePage,
  isSalesPage,
  PAGE_RULES,
  PAGE_TYPES,
  type PageType,
} from '@seri/contract/lots/page-types.ts';
import type { CarLot } from '@seri/contract/lots/records.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { LOT_PHOTO_SIZES, photoSources } from '@seri/contract/photos/sources.ts';
import { LANGUAGE, type Session } from '@seri/contract/users/routes.ts';
import type { FastifyRequest } from 'fastify';
import { type CookieNames, readCookie } from '../platform/http/cookies.ts';
import { partsOf } from '../platform/http/limits/addresses.ts';
import type { CallAsReader, PagePreload } from '../platform/http/pages/web-pages.ts';

const LOGIN_PATH = '/auth/login';
const LOGIN_MODULES = ['src/app/mantine-outlet.tsx', 'src/auth/login/login-screen.tsx'];

/**
 * Chooses the data, modules and first screen that are embedded in a page. It knows the log-in page, listings, lots
 * and the company's texts.
 */
export const pagePreload =
  (cookies: CookieNames) =>
  async (request: FastifyRequest, ask: CallAsReader): Promise<PagePreload> => {
    const { pathname, search } = partsOf(request.url);
    const mayBeSignedIn = [cookies.access, cookies.refresh].some((name) => readCookie(request, name));
    const [settings, session] = await Promise.all([
      ask('/v1/site/company-settings') as Promise<CompanySettings | undefined>,
      mayBeSignedIn ? (ask('/v1/user/view-profile') as Promise<Session | undefined>) : null,
    ]);
    const answerOf = async (address: string) => {
      const reply = await ask(address);
      return reply === undefined ? undefined : { address, reply };
    };
    const pageName = PAGE_NAMES.find((name) => pathname === `/${name}`);
    const languageId = session?.detail.language ?? LANGUAGE.en;
    const language = languageId === LANGUAGE.ru ? 'ru' : 'en';
    const [firstTexts, laterTexts] = [`virtual:texts/${language}/first`, `virtual:texts/${language}/later`];
    const words = await answerOf(`/v1/site/lot-words?language=${languageId}`);
    const known = { settings, session, words };
    if (pageName) {
      const page = await answerOf(`/v1/site/page?name=${pageName}&language=${languageId}`);
      return { answers: { ...known, page }, modules: [firstTexts, laterTexts, 'src/company/page-screen.tsx'] };
    }
    const listed =
      pathname === '/' ? 'car-auction' : PAGE_TYPES.find((name) => pathname === `/${PAGE_RULES[name].path}`);
    const place = lotPlaceOf(pathname);
    // A visitor is redirected from a listing or a lot to the log-in page.
    if (session === null && (pathname === LOGIN_PATH || listed || place))
      return {
        answers: settings?.demo ? { ...known, demoPeople: await ask('/v1/site/demo-people') } : known,
        modules: [firstTexts, laterTexts, ...LOGIN_MODULES],
        screen: { address: LOGIN_PATH, language },
      };
    if (session && listed && !session.secondFactorNeeded) {
      const listing = await answerOf(`${PAGES[listed].listing.path}${openLotsOf(listed, search)}`);
      return {
        answers: { ...known, listing },
        modules: [firstTexts, 'src/lots/listing/lot-list-screen.tsx'],
        screen: listing && { address: request.url, language, onlyNarrow: true },
      };
    }
    if (session && place && !session.secondFactorNeeded) {
      const lot = await answerOf(`${PAGES[place.pageType].viewLot.path}?id=${place.id}`);
      const screen = isBikePage(place.pageType) ? 'bike/bike-lot-screen' : 'lot/lot-screen';
      return {
        answers: { ...known, lot },
        modules: [firstTexts, laterTexts, 'src/app/mantine-outlet.tsx', `src/lots/${screen}.tsx`],
        photo: photoOf(place, lot?.reply),
        screen: lot && { address: request.url, language, onlyNarrow: true },
      };
    }
    return { answers: known, modules: [firstTexts] };
  };

/**
 * Returns the first list that the web app will request: biddable lots, unless the address names others
 * (business-rules.md#default-order).
 */
function openLotsOf(pageType: PageType, search: string): string {
  const query = new URLSearchParams(search);
  if (!hasOpenLots(pageType) || query.has('open') || query.has('status')) return search;
  query.set('open', '1');
  return `?${query}`;
}

interface LotPlace {
  pageType: PageType;
  id: string;
}

function lotPlaceOf(pathname: string): LotPlace | null {
  const [, path, id] = /^\/([a-z-]+)\/(\d{1,10})$/.exec(pathname) ?? [];
  const pageType = PAGE_TYPES.find((name) => PAGE_RULES[name].path === path);
  return pageType && id ? { pageType, id } : null;
}

/** The large photo. Pages of past sales show two smaller ones, which need no preload. */
const photoOf = ({ pageType }: LotPlace, lot: unknown): PagePreload['photo'] => {
  const [image] = (lot as Pick<CarLot, 'lotImages'> | undefined)?.lotImages.images ?? [];
  return image && !isSalesPage(pageType) ? { sources: photoSources(image), sizes: LOT_PHOTO_SIZES } : undefined;
};
