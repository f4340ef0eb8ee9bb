import type { ReplyOf } from '@seri/contract/http.ts';
import type { sessionList } from '@seri/contract/users/routes.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { deviceOf } from '../../shell/device-names.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ownFullTime } from '../../ui/data/japan-text.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { userQueries, useSignOut } from '../queries.ts';
import css from './device-list.module.css';

/** Devices where the account is signed in, this one first. */
export function DeviceList() {
  const devices = useQuery(userQueries.devices);
  const signOut = useSignOut();
  const [isConfirming, setIsConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with its row, so move the focus.
  const toHeading = () => heading.current?.focus();
  const signOutOthers = () =>
    signOut.mutate(null, {
      onSettled: () => {
        setIsConfirming(false);
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
        <ActionButton kind="plain" className={css.all} onClick={() => setIsConfirming(true)}>
          {t('users.signOutOthers')}
        </ActionButton>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('users.signOutOthers')}
        confirmLabel={t('users.signOutOthersConfirm')}
        cancelLabel={t('users.cancel')}
        onConfirm={signOutOthers}
        onCancel={() => setIsConfirming(false)}
        pending={signOut.isPending}
      >
        <p className="quiet">{t('users.signOutOthersText')}</p>
      </ConfirmDialog>
    </section>
  );
}

const Loading = () => (
  <div className={css.loading} role="status" aria-label={t('ui.loading')}>
    <SkeletonBlock width="45%" />
    <SkeletonBlock width="70%" height={10} quiet />
  </div>
);

type Device = ReplyOf<typeof sessionList>['items'][number];

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, isEnding, onSignOut }: DeviceRowProps) {
  const { system } = deviceOf(device.userAgent);
  const Icon = system !== null && MOBILE_SYSTEMS.includes(system) ? IconDeviceMobile : IconDeviceDesktop;
  const name = nameOf(device);
  return (
    <li className={css.device}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <div className={css.text}>
        <p>
          <span className="strong">{name}</span>{' '}
          {device.current && <span className={css.here}>{t('users.thisDevice')}</span>}
        </p>
        <p className="quiet small">
          {device.address} · {t('users.lastSeen')} <JapanTime at={device.lastSeenAt} zone />
        </p>
        <p className="quiet small">{t('ui.ownTime', { time: ownFullTime(device.lastSeenAt) })}</p>
      </div>
      {!device.current && (
        <ActionButton
          kind="plain"
          loading={isEnding}
          onClick={onSignOut}
          aria-label={t('users.signOutName', { device: `${name}, ${device.address}` })}
        >
          {t('users.signOut')}
        </ActionButton>
      )}
    </li>
  );
}

const MOBILE_SYSTEMS = ['iPhone', 'iPad', 'Android'];

function nameOf({ userAgent }: Device): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('users.device', { browser, system });
  return browser ?? system ?? t('users.unknownDevice');
}
