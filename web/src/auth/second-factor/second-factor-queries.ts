import {
  confirmSecondFactor,
  enterSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  viewSecondFactor,
} from '@seri/contract/auth/second-factor.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { sessionQuery } from '../../shell/session/session.ts';
import { loadNewSession } from '../queries.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['auth', 'second-factor'],
  queryFn: ({ signal }) => call(viewSecondFactor, { signal }),
});

/** Second step of a login; loads the session. */
export function useSubmitCode() {
  const client = useQueryClient();
  return async (body: BodyInput<typeof enterSecondFactor>): Promise<Session> => {
    await call(enterSecondFactor, { body });
    return loadNewSession(client);
  };
}

export const startSetup = (password: string) => call(startSecondFactor, { body: { password } });

/** Turns the second factor on and returns the recovery codes. The user can open all pages afterwards. */
export function useConfirmSetup() {
  const client = useQueryClient();
  return async (body: BodyInput<typeof confirmSecondFactor>): Promise<string[]> => {
    const { recoveryCodes } = await call(confirmSecondFactor, { body });
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    return recoveryCodes;
  };
}

export function useRenewCodes() {
  const client = useQueryClient();
  return async (password: string): Promise<string[]> => {
    const { recoveryCodes } = await call(renewRecoveryCodes, { body: { password } });
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    return recoveryCodes;
  };
}

export function useRemoveSecondFactor() {
  const client = useQueryClient();
  return async (body: BodyInput<typeof removeSecondFactor>): Promise<void> => {
    await call(removeSecondFactor, { body });
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  };
}
