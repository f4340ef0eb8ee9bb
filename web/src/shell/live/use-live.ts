import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadInBackground } from '../../ui/loading/load-part.ts';
import { useSession } from '../session/session.ts';

/** Delay, so that the opened page loads first. */
const START_AFTER_MS = 1_000;

/** Keeps the screen up to date with the server while a user is signed in. */
export function useLive(): void {
  const client = useQueryClient();
  const { userType } = useSession().detail;
  useEffect(() => {
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { startLive } = await loadInBackground(() => import('./live.ts'));
      if (!isOver) stop = startLive(client, { isStaff: userType === USER_TYPE.manager });
    };
    const timer = setTimeout(() => void start(), START_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, userType]);
}
