import { IconMailbox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Hint } from '../../ui/overlays/hint.tsx';
import { t } from '../i18n/i18n.ts';
import css from './demo-banner.module.css';

/** The warning of the demonstration, beside the logo; its words come on hover, focus and tap. */
export function DemoMark({ className }: { className: string | undefined }) {
  return (
    <Hint text={t('demo.banner')} focus="own" className={`${css.mark} ${className}`}>
      {t('demo.mark')}
      <span className="visually-hidden"> {t('demo.banner')}</span>
    </Hint>
  );
}

/** Leads to the mails of the demonstration. */
export function DemoMailLink({ onChoose }: { onChoose: (() => void) | undefined }) {
  return (
    <Link {...paths.demoMail()} replace={onChoose !== undefined} title={t('demo.mail')} onClick={onChoose}>
      <IconMailbox size={20} stroke={1.5} aria-hidden />
      <span>{t('demo.mail')}</span>
    </Link>
  );
}
