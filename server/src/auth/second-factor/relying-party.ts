import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/calls/errors.ts';

/** The relying party of passkeys: a domain, and the one origin of valid responses. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers create passkeys for a domain, on https or on localhost; IP addresses have none. */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string | undefined): RelyingParty {
  const url = new URL(publicUrl ?? `http://${request.headers.host}`);
  const isLocal = url.hostname === 'localhost';
  if (!isLocal && url.protocol !== 'https:') throw new ApiError('Auth.PasskeyRefused');
  return { id: url.hostname, origin: url.origin };
}
