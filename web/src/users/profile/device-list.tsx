import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { userQueries, useSignOut } from '../queries.ts';
import css from './device-list.module.css';
import { DeviceRow } from './device-row.tsx';

/** Devices where the account is signed in, this one first. */
export function DeviceList() {
  const devices = useQuery(userQueries.devices);
  const signOut = useSignOut();
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its row, so move the focus.
  const toHeading = () => heading.current?.focus();
  const signOutOthers = () =>
    signOut.mutate(null, {
      onSettled: () => {
        setIsAsking(false);
        requestAnimationFrame(toHeading);
      },
    });
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className={css.heading}>
        {t('users.devices')}
      </h2>
      <p className={css.lead}>{t('users.devicesNote')}</p>
      {devices.isPending && <Loading />}
      {devices.isError && (
        <div className={css.failed} role="alert">
          <p>{errorText(devices.error)}</p>
          <ActionButton kind="plain" onClick={() => devices.refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </div>
      )}
      {devices.data && (
        <ul>
          {devices.data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isEnding={signOut.isPending && signOut.variables === device.id}
              onSignOut={() => signOut.mutate(device.id, { onSuccess: toHeading })}
            />
          ))}
        </ul>
      )}
      {devices.data && devices.data.length > 1 && (
        <ActionButton kind="plain" className={css.all} onClick={() => setIsAsking(true)}>
          {t('users.signOutOthers')}
        </ActionButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('users.signOutOthers')}
        confirmLabel={t('users.signOutOthersConfirm')}
        cancelLabel={t('users.cancel')}
        onConfirm={signOutOthers}
        onCancel={() => setIsAsking(false)}
        pending={signOut.isPending}
      >
        <p className="quiet">{t('users.signOutOthersText')}</p>
      </ConfirmDialog>
    </section>
  );
}

const Loading = () => (
  <div className={css.loading} role="status" aria-label={t('ui.loading')}>
    <Bone width="45%" />
    <Bone width="70%" height={10} quiet />
  </div>
);
