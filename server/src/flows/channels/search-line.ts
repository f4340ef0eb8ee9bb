import { type LotFilter, lotFilter } from '@seri/contract/lots/filter.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { SearchLine } from '../../channels/bot/start-bot.ts';
import { NO_FILTER } from '../../lots/core/condition-queries.ts';
import type { Db } from '../../platform/db/db.ts';
import { japanDateTime } from '../../platform/i18n/japan-time.ts';
import { findLineLots, findLineReader, type LineLot, mayView } from './search-line-queries.ts';

const MAX_LOTS = 5;
const PAGES: readonly PageType[] = ['car-auction', 'bikes'];

/**
 * Finds open lots for a typed line by the quick search of the listings: a number is a lot number, everything else words
 * of maker and model, with a year if one is among them. The reader's view flags apply.
 */
export const searchLineIn =
  (db: Db): SearchLine =>
  async (text, { userId, language }) => {
    const reader = await findLineReader(db, userId);
    const query = queryOf(text);
    for (const pageType of PAGES) {
      if (!reader || !query || !mayView(reader, pageType)) continue;
      const audience = reader.isStaff ? 'staff' : { userId };
      const lots = await findLineLots(db, pageType, query.filter, audience, MAX_LOTS);
      if (lots.length === 0) continue;
      const { path } = PAGE_RULES[pageType];
      return { lots: lots.map((lot) => lineOf(lot, path, language)), listPath: `/${path}?${query.params}` };
    }
    return { lots: [], listPath: `/${PAGE_RULES['car-auction'].path}` };
  };

/** The filter of a typed line, and the same as parameters of a listing's address; null for nothing to search. */
function queryOf(text: string): { filter: LotFilter; params: string } | null {
  const words = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  const [only = ''] = words;
  const isLotNo = words.length === 1 && /^\d{1,7}$/.test(only) && !isYear(only);
  const year = isLotNo ? undefined : words.find(isYear);
  const rest = words.filter((word) => word !== year).join(' ');
  const params = new URLSearchParams({
    ...(rest ? { search: `${isLotNo ? 'lotNo' : 'model'}-${rest}` } : {}),
    ...(year ? { yearFrom: year, yearTo: year } : {}),
    open: '1',
  });
  const parsed = lotFilter.safeParse(Object.fromEntries(params));
  return parsed.success ? { filter: { ...NO_FILTER, ...parsed.data }, params: params.toString() } : null;
}

const isYear = (word: string): boolean => /^(?:19[5-9]\d|20[0-4]\d)$/.test(word);

function lineOf(lot: LineLot, page: string, language: number | null) {
  const isRussian = language === LANGUAGE.ru;
  const closes = japanDateTime(lot.bidsCloseAt, isRussian ? 'ru-RU' : 'en-GB');
  const facts = [
    isRussian ? `Лот ${lot.lotNo}, ${lot.house}` : `Lot ${lot.lotNo}, ${lot.house}`,
    lot.condition && (isRussian ? `оценка ${lot.condition}` : `grade ${lot.condition}`),
    lot.mileageKm !== null && `${grouped(lot.mileageKm)} ${isRussian ? 'км' : 'km'}`,
    lot.startPriceYen !== null && `${isRussian ? 'старт' : 'start'} ${grouped(lot.startPriceYen)} ¥`,
    isRussian ? `ставки до ${closes} (время Японии)` : `closes ${closes} Japan time`,
  ];
  return {
    title: [lot.year, lot.name].filter(Boolean).join(' '),
    note: facts.filter(Boolean).join(' · '),
    path: `/${page}/${lot.id}`,
  };
}

const grouped = (amount: number): string => String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
