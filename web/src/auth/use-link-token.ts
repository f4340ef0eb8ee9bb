import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

const USED = 'used';

/**
 * Token of an email link. Removes it from the address at once, so that it stays out of the history and out of sight,
 * and keeps it for this tab until it is used: a change of language reloads the page. Remembers `used` as well, so that
 * a success page does not turn into a broken link page.
 */
export function useLinkToken(page: '/verify-email' | '/auth/change-password', inAddress: string | undefined) {
  const key = `seri.link ${page}`;
  const navigate = useNavigate();
  const [token] = useState(() => inAddress ?? readTab(key));
  const hideToken = useEffectEvent((shown: string) => {
    writeTab(key, shown);
    void navigate({ to: page, search: {}, replace: true });
  });
  useEffect(() => {
    if (inAddress) hideToken(inAddress);
  }, [inAddress]);
  // After the success page has been left, opening the page without a link finds no token.
  useEffect(() => () => void (readTab(key) === USED && writeTab(key, null)), [key]);
  return {
    /** Null if the address had none. */
    token: token === USED ? null : token,
    wasUsed: token === USED,
    markUsed: () => writeTab(key, USED),
    forget: () => writeTab(key, null),
  };
}

// Storage may be forbidden; then the link works until the page is reloaded.
function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Not stored: see readTab.
  }
}
