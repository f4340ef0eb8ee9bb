import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Protects typed text: leaving the form or the page, or closing the tab, asks first. Logging out has already happened
 * when it changes the page, so it does not ask.
 */
export function useUnsaved(isUnsaved: boolean, onLeave: () => void) {
  const [isLeaving, setIsLeaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isUnsaved && !next.pathname.startsWith('/auth/'),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return {
    isConfirming: isLeaving || blocker.status === 'blocked',
    /** Leaves the form, after a confirmation if changes would be lost. */
    leave: () => (isUnsaved ? setIsLeaving(true) : onLeave()),
    stay: () => {
      setIsLeaving(false);
      blocker.reset?.();
    },
    discard: () => {
      setIsLeaving(false);
      if (blocker.proceed) blocker.proceed();
      else onLeave();
    },
  };
}
