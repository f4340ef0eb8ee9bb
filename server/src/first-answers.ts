import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
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
import { partsOf } from './platform/http/addresses.ts';
import type { Ask, FirstScreen } from './platform/http/web-pages.ts';

/** The first screen's answers and modules travel with the page: a listing's first page, a lot, a text of the company. */
export async function firstAnswers(request: FastifyRequest, ask: Ask): Promise<FirstScreen> {
  const { pathname, search } = partsOf(request.url);
  const [settings, session] = await Promise.all([
    ask('/v1/site/company-settings'),
    ask('/v1/user/view-profile') as Promise<Session | undefined>,
  ]);
  const answerOf = async (address: string) => {
    const reply = await ask(address);
    return reply === undefined ? undefined : { address, reply };
  };
  const pageName = PAGE_NAMES.find((name) => pathname === `/${name}`);
  const languageId = session?.detail.language ?? LANGUAGE.en;
  const language = languageId === LANGUAGE.ru ? 'ru' : 'en';
  const texts = `virtual:texts/${language}`;
  const words = await answerOf(`/v1/site/lot-words?language=${languageId}`);
  const known = { settings, session, words };
  if (pageName) {
    const page = await answerOf(`/v1/site/page?name=${pageName}&language=${languageId}`);
    return { answers: { ...known, page }, modules: [`${texts}/first`] };
  }
  const listed = pathname === '/' ? 'car-auction' : PAGE_TYPES.find((name) => pathname === `/${PAGE_RULES[name].path}`);
  if (session && listed && !session.secondFactorNeeded) {
    const listing = await answerOf(`${PAGES[listed].listing.path}${openLotsOf(listed, search)}`);
    return {
      answers: { ...known, listing },
      modules: [`${texts}/first`, 'src/lots/lot-list-screen.tsx'],
      drawIn: listing && language,
    };
  }
  const place = lotPlaceOf(pathname);
  if (session && place && !session.secondFactorNeeded) {
    const lot = await answerOf(`${PAGES[place.pageType].viewLot.path}?id=${place.id}`);
    const screen = isBikePage(place.pageType) ? 'bike-lot-screen' : 'lot-screen';
    return {
      answers: { ...known, lot },
      modules: [`${texts}/first`, `${texts}/later`, `src/lots/${screen}.tsx`],
      photo: photoOf(place, lot?.reply),
      drawIn: lot && language,
    };
  }
  return { answers: known, modules: [`${texts}/first`] };
}

/** The list the web app requests first: lots open for bidding, unless the address names others (business-rules.md#default-order). */
function openLotsOf(pageType: PageType, search: string): string {
  const asked = new URLSearchParams(search);
  if (!hasOpenLots(pageType) || asked.has('open') || asked.has('status')) return search;
  asked.set('open', '1');
  return `?${asked}`;
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

/** The large photo; pages of past sales show two smaller ones, which are asked for soon enough. */
const photoOf = ({ pageType }: LotPlace, lot: unknown): FirstScreen['photo'] => {
  const [image] = (lot as Pick<CarLot, 'lotImages'> | undefined)?.lotImages.images ?? [];
  return image && !isSalesPage(pageType) ? { sources: photoSources(image), sizes: LOT_PHOTO_SIZES } : undefined;
};
