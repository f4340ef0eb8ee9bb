import type { PageName } from '@seri/contract/company/pages.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';

/** Label of the terms checkbox; each text opens in a new tab. */
export const TermsLabel = () => (
  <>
    {t('auth.signUp.agree')} <PageLink name="terms" text={t('auth.signUp.terms')} /> {t('auth.signUp.and')}{' '}
    <PageLink name="privacy" text={t('auth.signUp.privacy')} />
  </>
);

function PageLink({ name, text }: { name: PageName; text: string }) {
  const isWritten = useSettings()?.pages.includes(name) ?? false;
  if (!isWritten) return text;
  return (
    <Link {...paths.page(name)} target="_blank" rel="noreferrer">
      {text}
    </Link>
  );
}
