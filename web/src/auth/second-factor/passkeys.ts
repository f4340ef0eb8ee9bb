import {
  addPasskey,
  passkeyList,
  passkeyLogin,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from '@seri/contract/auth/passkeys.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { initialData } from '../../shell/api/initial-data.ts';
import { loadPart } from '../../ui/loading/load-part.ts';
import { loadNewSession } from '../queries.ts';

export type Passkey = ReplyOf<typeof passkeyList>['items'][number];
/** Result of the browser's prompt: added, cancelled or failed, or the device already has a passkey. */
export type PasskeyOutcome = 'added' | 'cancelled' | 'exists';

/** Passkeys need a domain name; an IP address is not enough. */
export function canUsePasskeys(): boolean {
  const hostname = initialData.hostname ?? location.hostname;
  const isKnown = 'PublicKeyCredential' in globalThis || !globalThis.document;
  return isKnown && !/^[\d.]+$|:/.test(hostname.replace(/^\[|\]$/g, ''));
}

export const passkeysQuery = queryOptions({
  queryKey: ['auth', 'passkeys'],
  queryFn: async ({ signal }) => (await call(passkeyList, { signal })).items,
});

/** Returns null if the browser returned no passkey. */
export async function logInWithPasskey(client: QueryClient): Promise<Session | null> {
  const { challenge, rpId } = await call(startPasskeyLogin, {});
  const { startAuthentication } = await loadPart(() => import('@simplewebauthn/browser'));
  const answer = await startAuthentication({ optionsJSON: { challenge, rpId, userVerification: 'required' } }).catch(
    () => null,
  );
  if (!answer) return null;
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  await call(passkeyLogin, { body: { id: answer.id, clientDataJSON, authenticatorData, signature } });
  return loadNewSession(client);
}

export function useAddPasskey() {
  const client = useQueryClient();
  return async ({ password, name }: { password: string; name: string }): Promise<PasskeyOutcome> => {
    const options = await call(startPasskey, { body: { password } });
    const { startRegistration } = await loadPart(() => import('@simplewebauthn/browser'));
    const made = await startRegistration({ optionsJSON: optionsOf(options) }).catch((error: Error) => error);
    if (made instanceof Error) return made.name === 'InvalidStateError' ? 'exists' : 'cancelled';
    const { clientDataJSON, attestationObject } = made.response;
    await call(addPasskey, { body: { id: made.id, clientDataJSON, attestationObject, name } });
    await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    return 'added';
  };
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await call(removePasskey, { body: { id } });
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}

const optionsOf = (options: ReplyOf<typeof startPasskey>) => ({
  challenge: options.challenge,
  rp: { id: options.rpId, name: options.rpName },
  user: { id: options.userHandle, name: options.userName, displayName: options.displayName },
  pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  excludeCredentials: options.excluded.map((id) => ({ type: 'public-key' as const, id })),
  // Discoverable credential, so that login needs no email address.
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
});
