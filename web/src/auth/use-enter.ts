import type { Session } from '@seri/contract/users/routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { language, languageOfId, storeLanguage } from '../shell/i18n/i18n.ts';
import { landingOf } from '../shell/session/session.ts';

/** Opens the requested page after login, in the user's own language. */
export function useEnter(returnTo: string | undefined): (session: Session) => void {
  const navigate = useNavigate();
  return (session) => {
    const destination = returnTo ?? landingOf(session);
    const wanted = languageOfId(session.detail.language);
    if (wanted === language) return void navigate({ href: destination, replace: true });
    // Texts load with the page, so a change of language reloads it.
    storeLanguage(wanted);
    location.replace(destination);
  };
}
