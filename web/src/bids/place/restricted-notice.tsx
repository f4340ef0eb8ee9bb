import { IconBan } from '@tabler/icons-react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useSettings } from '../../shell/settings.ts';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { ManagerContact } from '../lists/manager-contact.tsx';

/** Replaces the form while bidding is not allowed: what is missing and whom to contact. */
export function RestrictedNotice() {
  const depositYen = useSettings()?.depositYen;
  return (
    <EmptyState
      icon={IconBan}
      title={t('bids.restricted.title')}
      text={
        <>
          {t('RestrictedUser')}
          {depositYen !== undefined && (
            <>
              <br />
              <span className="small">{t('Deposit.Text', { amount: groupThousands(depositYen) })}</span>
            </>
          )}
        </>
      }
      action={<ManagerContact size="md" />}
    />
  );
}
