import { sheetContradictions } from '@seri/contract/sheets/review-routes.ts';
import { correctSheetItem, type SheetItem, sheetItems, translateSheet } from '@seri/contract/sheets/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../shell/api/api.ts';
import { language } from '../shell/i18n/i18n.ts';

/** An item as the list shows it, without its position. */
export type ShownItem = Omit<SheetItem, 'box'>;

/** The server reads a new sheet during the request. */
const TIMEOUT_MS = 40_000;
const MAX_ATTEMPTS = 3;

/** Retry after the interval the server names, while it is still reading a sheet. */
const retryOptions = {
  retry: (failures: number, error: Error) => (error as ApiError).code === 'Unavailable' && failures < MAX_ATTEMPTS,
  retryDelay: (_: number, error: Error) => ((error as ApiError).retryAfterSeconds ?? 5) * 1_000,
};

export const sheetQueries = {
  all: ['sheets', 'sheet'] as const,
  /** Fetched once; a correction fetches it anew. */
  translation: (src: string) =>
    queryOptions({
      queryKey: [...sheetQueries.all, 'translation', src, language],
      queryFn: ({ signal }) => call(translateSheet, { query: { image: src }, signal, timeoutMs: TIMEOUT_MS }),
      staleTime: Number.POSITIVE_INFINITY,
      ...retryOptions,
    }),
  /** Fetched again when the sheet has been read. */
  contradictions: (lotId: string, isRead: boolean) =>
    queryOptions({
      queryKey: [...sheetQueries.all, 'contradictions', lotId, isRead],
      queryFn: ({ signal }) => call(sheetContradictions, { query: { lotId }, signal }),
      placeholderData: (before) => before,
    }),
  items: (src: string) =>
    queryOptions({
      queryKey: [...sheetQueries.all, 'items', src, language],
      queryFn: ({ signal }) => call(sheetItems, { query: { image: src }, signal, timeoutMs: TIMEOUT_MS }),
      staleTime: Number.POSITIVE_INFINITY,
      ...retryOptions,
    }),
};

/** Invalidate all sheets: a corrected word can appear on each of them, and changes the picture too. */
export function useCorrectItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: number; ja: string; en?: string; ru?: string }) => call(correctSheetItem, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sheetQueries.all }),
  });
}
