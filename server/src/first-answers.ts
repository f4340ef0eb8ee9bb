import { PAGE_NAMES } from '@seri/contract/company/pages.ts';
import { PAGE_RULES, PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import { PAGES } from '@seri/contract/lots/routes.ts';
import { LANGUAGE, type Session } from '@seri/contract/users/routes.ts';
import type { FastifyRequest } from 'fastify';
import type { Ask } from './platform/http/web-pages.ts';

/** The first screen's answers travel with the page: a listing's first page, a text of the company. */
export async function firstAnswers(request: FastifyRequest, ask: Ask): Promise<object> {
  const { pathname, search } = new URL(request.url, 'http://seri.invalid');
  const [settings, session] = await Promise.all([ask('/v1/site/company-settings'), ask('/v1/user/view-profile')]);
  const answerOf = async (address: string) => {
    const reply = await ask(address);
    return reply && { address, reply };
  };
  const pageType = PAGE_TYPES.find((name) => pathname === `/${PAGE_RULES[name].path}`);
  const listed = pathname === '/' ? 'car-auction' : pageType;
  const pageName = PAGE_NAMES.find((name) => pathname === `/${name}`);
  const language = (session as Session | undefined)?.detail.language ?? LANGUAGE.en;
  return {
    settings,
    session,
    listing: session && listed ? await answerOf(`${PAGES[listed].listing.path}${search}`) : undefined,
    page: pageName && (await answerOf(`/v1/site/page?name=${pageName}&language=${language}`)),
  };
}
