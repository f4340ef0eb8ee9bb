import { updateSetting } from '@seri/contract/users/routes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { call } from '../api/api.ts';
import { type Language, language, languageId, storeLanguage, t } from '../i18n/i18n.ts';
import { changeProfile, SETTINGS_SCOPE, sessionQuery } from '../session/session.ts';
import { showFailure } from '../toast.tsx';

const LANGUAGES = [
  { value: 'en', label: 'EN', name: 'English' },
  { value: 'ru', label: 'RU', name: 'Русский' },
] as const;

/** Saves the language in the user's account, if signed in, and in the browser, and reloads the page. */
function useLanguageChange() {
  const client = useQueryClient();
  return useMutation({
    scope: SETTINGS_SCOPE,
    mutationFn: async (chosen: Language) => {
      const session = client.getQueryData(sessionQuery.queryKey);
      if (session) {
        const { bidEmailNotify } = session.detail;
        await call(updateSetting, { body: { bidEmailNotify, language: languageId(chosen) } });
        // A save during the reload must not restore the old language.
        changeProfile(client, { language: languageId(chosen) });
      }
      storeLanguage(chosen);
      location.reload();
    },
    onError: showFailure,
  });
}

export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const { mutate } = useLanguageChange();
  const options = compact ? LANGUAGES.filter(({ value }) => value === language) : LANGUAGES;
  if (!compact) return <Segmented name={t('shell.language')} value={language} options={options} onChange={mutate} />;
  const other = LANGUAGES.find(({ value }) => value !== language);
  return other ? (
    <button
      type="button"
      className="strong"
      title={other.name}
      aria-label={`${other.label}, ${other.name}`}
      onClick={() => mutate(other.value)}
    >
      {other.label}
    </button>
  ) : null;
}
