import { useQueries } from '@tanstack/react-query';

export type MediaKind = 'video' | 'picture';

/** Element that shows a media type; null if the page cannot show it. */
export function kindOfType(mediaType: string | null): MediaKind | null {
  const type = (mediaType ?? '').trim().toLowerCase();
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') ? 'picture' : null;
}

/** An address has no file extension, so ask the server for the media type. Null if there is nothing to show. */
async function fetchKind(address: string): Promise<MediaKind | null> {
  const answer = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  // Throw, so that a busy server is asked again.
  if (answer.status >= 500) throw new Error(`${address} answers ${answer.status}`);
  return answer.ok ? kindOfType(answer.headers.get('content-type')) : null;
}

/** Media kind of each address of this portal; undefined while loading. */
export function useMediaKinds(addresses: readonly string[]): Map<string, MediaKind | null | undefined> {
  return useQueries({
    queries: addresses.map((address) => ({
      queryKey: ['media-kind', address],
      queryFn: () => fetchKind(address),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) => new Map(addresses.map((address, place) => [address, answers[place]?.data])),
  });
}
