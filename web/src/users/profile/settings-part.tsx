import { Switch } from '@mantine/core';
import { t } from '../../shell/i18n/i18n.ts';
import { LanguageSwitch } from '../../shell/layout/language-switch.tsx';
import css from './profile-screen.module.css';
import { useBidEmails } from './use-bid-emails.ts';

/** Settings that are saved as soon as they are chosen. */
export function SettingsPart() {
  const bidEmails = useBidEmails();
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h2>{t('users.settings')}</h2>
        <span className={css.done} role="status">
          {bidEmails.isSaved && t('users.saved')}
        </span>
      </div>
      <div className={css.setting}>
        <Switch
          checked={bidEmails.isOn}
          onChange={(event) => bidEmails.choose(event.currentTarget.checked)}
          label={t('users.bidEmails')}
          aria-describedby="bid-emails-note"
          size="md"
        />
        <p id="bid-emails-note" className={css.note}>
          {t('users.bidEmailsNote')}
        </p>
      </div>
      <div className={css.setting}>
        <span>{t('shell.language')}</span>
        <LanguageSwitch />
      </div>
    </section>
  );
}
