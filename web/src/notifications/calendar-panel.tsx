import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { dismissHint } from '../shell/hints/reach-hint.tsx';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { CopyButton } from '../ui/actions/copy-button.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import css from './calendar.module.css';
import { notificationQueries, useRenewCalendar } from './queries.ts';

/** Calendar address with the auction times of the reader's own bids. */
export function CalendarPanel() {
  const calendar = useQuery(notificationQueries.calendar);
  const renew = useRenewCalendar();
  const [isConfirming, setIsConfirming] = useState(false);
  const path = calendar.data?.path;
  const address = path && new URL(path, location.origin).href;
  return (
    <section className={css.part} id="calendar">
      <h2>{t('notifications.calendar')}</h2>
      <p className="quiet">{t('notifications.calendar.note')}</p>
      {calendar.isError && <p role="alert">{errorText(calendar.error)}</p>}
      {address && <code className={css.address}>{address}</code>}
      {calendar.data && (
        <div className={css.actions}>
          {address && <CopyButton size="md" text={address} copyLabel={t('notifications.calendar.copy')} />}
          <ActionButton
            kind={address ? 'quiet' : 'plain'}
            size="md"
            loading={renew.isPending}
            onClick={() =>
              address ? setIsConfirming(true) : renew.mutate(undefined, { onSuccess: () => dismissHint('calendar') })
            }
          >
            {t(address ? 'notifications.calendar.renew' : 'notifications.calendar.begin')}
          </ActionButton>
        </div>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('notifications.calendar.renew')}
        confirmLabel={t('notifications.calendar.renew')}
        cancelLabel={t('ui.cancel')}
        pending={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setIsConfirming(false) })}
        onCancel={() => setIsConfirming(false)}
      >
        <p>{t('notifications.calendar.renewText')}</p>
      </ConfirmDialog>
    </section>
  );
}
