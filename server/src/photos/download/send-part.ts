import type { FastifyReply, FastifyRequest } from 'fastify';

/** A single range of a file as browsers request it: `bytes=0-`, `bytes=100-199`, `bytes=-500`. */
const RANGE = /^bytes=(?<from>\d{0,15})-(?<to>\d{0,15})$/;

/** The first and last requested byte; null for the whole file, 'none' when the file has no such bytes. */
export function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const { from = '', to = '' } = RANGE.exec(header ?? '')?.groups ?? {};
  // Unknown ranges are answered with the whole file, as RFC 9110 14.2 allows.
  if (from === '' && to === '') return null;
  if (from === '') return Number(to) === 0 ? 'none' : { from: Math.max(0, bytes - Number(to)), to: bytes - 1 };
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < Number(from)) return null;
  return Number(from) >= bytes ? 'none' : { from: Number(from), to: last };
}

/** Sends a video, whole or the requested range; some browsers require ranges. */
export function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  media: Buffer,
  mediaType: string,
  cacheControl: string,
): FastifyReply {
  const range = rangeOf(request.headers.range, media.length);
  reply
    .header('content-type', mediaType)
    .header('accept-ranges', 'bytes')
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff');
  if (range === null) return reply.send(media);
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${media.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.from}-${range.to}/${media.length}`)
    .send(media.subarray(range.from, range.to + 1));
}
