import { Switch } from '@mantine/core';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { SecondFactorPanel } from '../../auth/second-factor/second-factor-panel.tsx';
import { DoorProfile } from '../../costs/door-profile-panel.tsx';
import { CalendarPanel } from '../../notifications/calendar-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { LanguageSwitch } from '../../shell/layout/language-switch.tsx';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useSession } from '../../shell/session/session.ts';
import { AccountLayout } from '../account-layout.tsx';
import { BalancePart } from './balance-part.tsx';
import { DetailForm } from './detail-form.tsx';
import { DetailPart } from './detail-part.tsx';
import { DeviceList } from './device-list.tsx';
import css from './profile-screen.module.css';
import { useBidEmails } from './use-bid-emails.ts';

export function ProfileScreen() {
  const { detail, balanceInfo } = useSession();
  const [stage, setStage] = useState<'fresh' | 'edit' | 'left' | 'saved'>('fresh');
  usePageTitle({ title: t('users.title') });
  return (
    <AccountLayout>
      <div className={css.columns}>
        <div className={css.column}>
          {stage === 'edit' ? (
            <DetailForm detail={detail} onSaved={() => setStage('saved')} onLeave={() => setStage('left')} />
          ) : (
            <DetailPart detail={detail} stage={stage} onEdit={() => setStage('edit')} />
          )}
          <DoorProfile />
          <SettingsPart />
        </div>
        <div className={css.column}>
          {detail.userType === USER_TYPE.client && (
            <BalancePart
              balance={balanceInfo}
              action={
                <LinkButton {...paths.payments()} kind="plain">
                  {t('Menu.Payments')}
                </LinkButton>
              }
            />
          )}
          {detail.userType === USER_TYPE.client && <CalendarPanel />}
          <SecondFactorPanel />
          <DeviceList />
        </div>
      </div>
    </AccountLayout>
  );
}

/** Settings that are saved as soon as they are chosen. */
function SettingsPart() {
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
        <span>{t('users.channels')}</span>
        <LinkButton {...paths.channels()} kind="plain">
          {t('users.channelsOpen')}
        </LinkButton>
      </div>
      <div className={css.setting}>
        <span>{t('shell.language')}</span>
        <LanguageSwitch />
      </div>
    </section>
  );
}
