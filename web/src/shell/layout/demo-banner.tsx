import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { t } from '../i18n/i18n.ts';
import { useSettings } from '../settings.ts';
import css from './demo-banner.module.css';

interface DemoBannerProps {
  /** Only on windows without a sidebar, which has the mark and the link. */
  narrowOnly?: boolean;
}

/** Warns that this is a demonstration. */
export function DemoBanner({ narrowOnly = false }: DemoBannerProps) {
  if (!useSettings()?.demo) return null;
  return (
    <aside className={css.banner} data-narrow-only={narrowOnly || undefined} aria-label={t('demo.name')}>
      <span className="strong">{t('demo.name')}</span>{' '}
      <span className={css.whole}>
        {t('demo.banner')} <Link {...paths.demoMail()}>{t('demo.mail')}</Link>
      </span>
      <span className={css.short}>
        {t('demo.short')} <Link {...paths.demoMail()}>{t('demo.mail')}</Link>
      </span>
    </aside>
  );
}
