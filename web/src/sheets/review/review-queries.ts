import {
  decideContradiction,
  listSheets,
  markIllegible,
  openSheet,
  readSheetAgain,
  translateCrop,
} from '@seri/contract/sheets/review-routes.ts';
import type { ReviewScope } from '@seri/contract/sheets/review-search.ts';
import { correctSheetItem } from '@seri/contract/sheets/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { sheetQueries } from '../sheet-queries.ts';

/** Refetch interval of a sheet that is being read. */
const REFETCH_MS = 2_000;

export const reviewQueries = {
  all: ['sheets', 'review'] as const,
  list: (query: ReviewScope & { page: number }) =>
    queryOptions({
      queryKey: [...reviewQueries.all, 'list', query],
      queryFn: ({ signal }) => call(listSheets, { query, signal }),
      placeholderData: (before) => before,
    }),
  lot: (lotId: string, { filter, source, cause }: ReviewScope) =>
    queryOptions({
      queryKey: [...reviewQueries.all, 'lot', lotId, filter, source, cause],
      queryFn: ({ signal }) => call(openSheet, { query: { lotId, filter, source, cause }, signal }),
      refetchInterval: ({ state }) => (state.data?.row.state === 'waiting' ? REFETCH_MS : false),
    }),
};

/** The changes of a reviewed sheet; each refreshes the review and the lot pages. */
export function useReviewChanges() {
  const client = useQueryClient();
  const onSuccess = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: reviewQueries.all }),
      client.invalidateQueries({ queryKey: sheetQueries.all }),
    ]);
  };
  return {
    correct: useMutation({
      mutationFn: (body: { id: number; ja: string; en?: string; ru?: string }) => call(correctSheetItem, { body }),
      onSuccess,
    }),
    translate: useMutation({
      mutationFn: (body: { id: number; en: string; ru: string; teach: boolean }) => call(translateCrop, { body }),
      onSuccess,
    }),
    illegible: useMutation({ mutationFn: (id: number) => call(markIllegible, { body: { id } }), onSuccess }),
    readAgain: useMutation({ mutationFn: (lotId: string) => call(readSheetAgain, { body: { lotId } }), onSuccess }),
    decide: useMutation({
      mutationFn: (body: {
        lotId: string;
        field: string;
        decision: 'sheet' | 'list' | 'other' | 'both';
        value?: string;
        sheetValue: string;
        listValue: string;
        notifyClients: boolean;
      }) => call(decideContradiction, { body }),
      onSuccess,
    }),
  };
}
export type ReviewChanges = ReturnType<typeof useReviewChanges>;
