import { useRouter, useSearch } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if the history entry was made by opening a chat over the previous page. */
    chatOpenedHere?: boolean;
  }
}

/** The bid whose chat is in the address, and the function that closes it. */
export function useChatAddress() {
  const router = useRouter();
  const { chat } = useSearch({ strict: false }) as { chat?: unknown };
  const bidId = Number(chat);
  return {
    bidId: Number.isSafeInteger(bidId) && bidId > 0 ? bidId : null,
    close: () => {
      if (router.state.location.state.chatOpenedHere) return router.history.back();
      void router.navigate({
        to: '.',
        search: ((before: object) => ({ ...before, chat: undefined })) as never,
        replace: true,
        resetScroll: false,
      });
    },
  };
}
