import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Tags a reply by what it says and answers whether the caller named that tag already (If-None-Match). The reader's own
 * browser may keep such a reply, but asks again before each use; nobody between may.
 */
export function isKnown(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  // Weak: compression changes the bytes and not what they say.
  const tag = `W/"${hash('sha1', text, 'base64url')}"`;
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'cookie' });
  const named = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  return named.some((one) => one === '*' || one.replace(/^(?:W\/)?/, 'W/') === tag);
}
