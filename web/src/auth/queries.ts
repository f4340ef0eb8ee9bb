import { login } from '@seri/contract/auth/routes.ts';
import type { BodyInput } from '@seri/contract/http.ts';
import type { Session } from '@seri/contract/users/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../shell/api.ts';
import { forgetPerson, sessionQuery } from '../shell/session.ts';

/** Logs in and loads the session. What an earlier person of this browser saw is forgotten first. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation<Session, Error, BodyInput<typeof login>>({
    mutationFn: async (body) => {
      await call(login, { body });
      forgetPerson(client);
      const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (!session) throw new ApiError('Auth.SignedOut', 401);
      return session;
    },
  });
}
