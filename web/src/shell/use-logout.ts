import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { endSession } from './session/session.ts';
import { showFailure } from './toast.tsx';

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await endSession(client);
      await navigate({ ...paths.login(), replace: true });
    },
    onError: showFailure,
  });
}
