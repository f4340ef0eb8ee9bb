import { PAGE_SIZES } from '@seri/contract/http.ts';
import { readStored, writeStored } from './i18n/storage.ts';

const [DEFAULT_SIZE] = PAGE_SIZES;

/** The page size stored for all lists of this browser, or the default. */
export const storedPageSize = (): number =>
  PAGE_SIZES.find((size) => String(size) === readStored('pageSize')) ?? DEFAULT_SIZE;

export const storePageSize = (pageSize: number): void => writeStored('pageSize', String(pageSize));

/** The stored page size; another size than the default in the address takes precedence. */
export const rememberedPageSize = (requested: number): number =>
  requested === DEFAULT_SIZE ? storedPageSize() : requested;

interface Move {
  page?: number | undefined;
  pageSize?: number;
}

/** Moves through a list, and stores a chosen page size. */
export const storingPageSize =
  (move: (to: Move) => unknown) =>
  (to: Move): void => {
    if (to.pageSize) storePageSize(to.pageSize);
    void move(to);
  };
