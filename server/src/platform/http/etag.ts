import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets the ETag of a reply and returns true when the client already has it (If-None-Match). The browser may store
 * such a reply but must revalidate it before each use; shared caches may not store it.
 */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  // Weak: compression changes the bytes but not the content.
  const tag = `W/"${hash('sha1', text, 'base64url')}"`;
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'cookie' });
  const tags = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  return tags.some((one) => one === '*' || one.replace(/^(?:W\/)?/, 'W/') === tag);
}
