import type { BodyInput, ReplyOf, RouteSpec } from '@seri/contract/http.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call } from './api.ts';

/**
 * A mutation with an Idempotency-Key (business-rules.md#idempotency). One key covers all retries of one intention,
 * until an answer arrives, so that the server acts once; the next intention gets a new key.
 */
export function useIdempotentMutation<S extends RouteSpec>(spec: S) {
  const send = useIntention(spec);
  return useMutation<ReplyOf<S>, ApiError, BodyInput<S>>({ mutationFn: (body) => send(body) });
}

/**
 * A mutation with an Idempotency-Key that changes a record only in the version that the user saw. A retry keeps its key:
 * if the first try was stored, its answer comes back, although it has raised the version itself.
 */
export function useVersionedMutation<S extends RouteSpec>(spec: S) {
  const send = useIntention(spec);
  return useMutation<ReplyOf<S>, ApiError, { body: BodyInput<S>; version: number }>({
    mutationFn: ({ body, version }) => send(body, version),
  });
}

function useIntention<S extends RouteSpec>(spec: S) {
  const intention = useRef<{ body: string; key: string } | null>(null);
  return async (body: BodyInput<S>, version?: number): Promise<ReplyOf<S>> => {
    const text = JSON.stringify(body);
    if (intention.current?.body !== text) intention.current = { body: text, key: newKey() };
    const { key } = intention.current;
    try {
      const reply = await call(spec, { body, idempotencyKey: key, version });
      intention.current = null;
      return reply;
    } catch (error) {
      if (error instanceof ApiError && isFinal(error)) intention.current = null;
      throw error;
    }
  };
}

const isFinal = (error: ApiError): boolean =>
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'Idempotency.InProgress' &&
  error.code !== 'Auth.SignedOut';

// crypto.randomUUID exists on https and localhost only; the portal is also opened by its address in a local network.
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
