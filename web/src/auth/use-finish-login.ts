import type { Session } from '@seri/contract/users/routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { language, languageOfId, storeLanguage } from '../shell/i18n/i18n.ts';
import { landingOf } from '../shell/session/session.ts';

/** Opens the requested page after login, else `landing`, in the user's own language. */
export function useFinishLogin(returnTo: string | undefined): (session: Session, landing?: string) => void {
  const navigate = useNavigate();
  return (session, landing) => {
    const destination = returnTo ?? landing ?? landingOf(session);
    const ownLanguage = languageOfId(session.detail.language);
    if (ownLanguage === language) return void navigate({ href: destination, replace: true });
    // Texts load with the page, so a change of language reloads it.
    storeLanguage(ownLanguage);
    location.replace(destination);
  };
}
