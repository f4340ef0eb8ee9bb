import { createHmac, randomBytes } from 'node:crypto';

export interface Tokens {
  access: string;
  refresh: string;
}

export const randomToken = (): string => randomBytes(32).toString('base64url');

export const newTokens = (): Tokens => ({ access: randomToken(), refresh: randomToken() });

/**
 * Derived, not random: two tabs that send the same refresh token concurrently get the same successor, and only hashes
 * are stored.
 */
export function successorOf(secretKey: string, presented: string): Tokens {
  const derive = (purpose: string) =>
    createHmac('sha256', secretKey).update(`${purpose} ${presented}`).digest('base64url');
  return { access: derive('access'), refresh: derive('refresh') };
}
