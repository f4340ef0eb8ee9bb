import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { readStored, writeStored } from '../../shell/i18n/storage.ts';

/** A search line that was used, with the filters that it meant. */
export interface RecentLine {
  pageType: PageType;
  text: string;
  params: string;
}

const MAX_LINES = 20;
const MAX_SHOWN = 5;

const isRecentLine = (entry: Partial<RecentLine> | null): entry is RecentLine =>
  typeof entry?.text === 'string' &&
  typeof entry.params === 'string' &&
  PAGE_TYPES.some((pageType) => pageType === entry.pageType);

function readLines(): RecentLine[] {
  try {
    const lines: unknown = JSON.parse(readStored('recentLines') ?? '[]');
    return Array.isArray(lines) ? lines.filter(isRecentLine) : [];
  } catch {
    return [];
  }
}

export const recentLines = (pageType: PageType): RecentLine[] =>
  readLines()
    .filter((line) => line.pageType === pageType)
    .slice(0, MAX_SHOWN);

/** Puts a line first; the same filters on the same page are kept once. */
export function rememberLine(line: RecentLine): void {
  const others = readLines().filter(({ pageType, params }) => pageType !== line.pageType || params !== line.params);
  writeStored('recentLines', JSON.stringify([line, ...others].slice(0, MAX_LINES)));
}
