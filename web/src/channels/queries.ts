import type { TypedChannel } from '@seri/contract/channels/channels.ts';
import {
  addMessenger,
  type Channels,
  confirmMessenger,
  linkTelegram,
  listDeliveries,
  type NoticeSettings,
  removeEndpoint,
  saveChannels,
  viewChannels,
} from '@seri/contract/channels/routes.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../shell/api/api.ts';
import { showFailure } from '../shell/toast.tsx';

export const channelQueries = {
  view: queryOptions({
    queryKey: ['channels', 'view'],
    queryFn: ({ signal }) => call(viewChannels, { signal }),
  }),
  deliveries: (userId: number) =>
    queryOptions({
      queryKey: ['channels', 'deliveries', userId],
      queryFn: ({ signal }) => call(listDeliveries, { query: { userId }, signal }),
    }),
};

/** Shows changed settings at once and saves them; a refusal restores the saved ones. */
export function useSaveChannels() {
  const client = useQueryClient();
  const { queryKey } = channelQueries.view;
  return useMutation({
    scope: { id: 'channels' },
    mutationFn: (settings: NoticeSettings) => call(saveChannels, { body: settings, keepalive: true }),
    onMutate: (settings) =>
      client.setQueryData(queryKey, (before: Channels | undefined) => before && { ...before, settings, isSaved: true }),
    onError: (error) => {
      showFailure(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: channelQueries.view.queryKey });
};

export function useRemoveEndpoint() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call(removeEndpoint, { body: { id } }),
    onError: showFailure,
    onSettled: refresh,
  });
}

export const useLinkTelegram = () => useMutation({ mutationFn: () => call(linkTelegram), onError: showFailure });

export function useAddMessenger() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { channel: TypedChannel; address: string }) => call(addMessenger, { body }),
    onSettled: refresh,
  });
}

export function useConfirmMessenger() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { channel: TypedChannel; code: string }) => call(confirmMessenger, { body }),
    onSuccess: refresh,
  });
}
