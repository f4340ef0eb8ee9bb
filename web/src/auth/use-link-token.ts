import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

const USED = 'used';

/**
 * The token of a mail's link. It leaves the address at once, so that neither the history nor a glance keeps it, and
 * stays for this tab alone until it is used: a change of language loads the page anew. `used` is remembered as well,
 * so that the page of a success does not turn into one of a broken link.
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
  // Whoever has left the page of a success and comes without a link finds none.
  useEffect(() => () => void (readTab(key) === USED && writeTab(key, null)), [key]);
  return {
    /** Null when the address had none. */
    token: token === USED ? null : token,
    wasUsed: token === USED,
    markUsed: () => writeTab(key, USED),
    forget: () => writeTab(key, null),
  };
}

// Storage may be forbidden; the link then works until the page is loaded again.
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
    // As above.
  }
}
