import { useQueries } from '@tanstack/react-query';

export type MediaKind = 'video' | 'picture';

/** What a media type is shown by; null for what no page shows. */
export function kindOfType(mediaType: string | null): MediaKind | null {
  const type = (mediaType ?? '').trim().toLowerCase();
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') ? 'picture' : null;
}

/** The name of an address tells nothing about what is there: the server is asked. Null when there is nothing to show. */
async function askKind(address: string): Promise<MediaKind | null> {
  const answer = await fetch(address, { method: 'HEAD', credentials: 'same-origin' });
  // A server that is busy drawing it is asked again.
  if (answer.status >= 500) throw new Error(`${address} answers ${answer.status}`);
  return answer.ok ? kindOfType(answer.headers.get('content-type')) : null;
}

/** What each address of this portal holds; undefined while the server is asked. */
export function useMediaKinds(addresses: readonly string[]): Map<string, MediaKind | null | undefined> {
  return useQueries({
    queries: addresses.map((address) => ({
      queryKey: ['media-kind', address],
      queryFn: () => askKind(address),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) => new Map(addresses.map((address, place) => [address, answers[place]?.data])),
  });
}
