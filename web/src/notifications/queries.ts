import {
  listNotifications,
  markAllRead,
  markRead,
  renewCalendar,
  viewCalendar,
} from '@seri/contract/notifications/routes.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { countersQuery } from '../shell/live/counters.ts';
import { showFailure } from '../shell/toast.tsx';

export const notificationQueries = {
  all: ['notifications'] as const,
  list: infiniteQueryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  }),
  calendar: queryOptions({
    queryKey: ['notifications', 'calendar'],
    queryFn: ({ signal }) => call(viewCalendar, { signal }),
  }),
};

/** Marks one notification as read by its id, or all by the newest shown one. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (read: { id: number } | { upTo: number }) =>
      'id' in read
        ? call(markRead, { body: read, keepalive: true })
        : call(markAllRead, { body: read, keepalive: true }),
    onError: showFailure,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: notificationQueries.list.queryKey }),
        client.invalidateQueries({ queryKey: countersQuery.queryKey }),
      ]),
  });
}

export function useRenewCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(renewCalendar),
    onSuccess: (calendar) => client.setQueryData(notificationQueries.calendar.queryKey, calendar),
    onError: showFailure,
  });
}
