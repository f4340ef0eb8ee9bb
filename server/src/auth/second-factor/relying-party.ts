import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/calls/errors.ts';

/** Whom a passkey is made for: a domain, and the one origin its answers may come from. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers make passkeys for a domain, on https or on localhost; an address of a network has none. */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string | undefined): RelyingParty {
  const url = new URL(publicUrl ?? `http://${request.headers.host}`);
  const isLocal = url.hostname === 'localhost';
  if (!isLocal && url.protocol !== 'https:') throw new ApiError('Auth.PasskeyRefused');
  return { id: url.hostname, origin: url.origin };
}
