import type { ReplyOf } from '@seri/contract/http.ts';
import type { sessionList } from '@seri/contract/users/routes.ts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { ownFullTime } from '../../ui/data/japan-text.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import css from './device-list.module.css';
import { deviceOf } from './device-names.ts';

type Device = ReplyOf<typeof sessionList>['items'][number];

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onSignOut: () => void;
}

export function DeviceRow({ device, isEnding, onSignOut }: DeviceRowProps) {
  const { system } = deviceOf(device.userAgent);
  const Icon = system !== null && POCKET.includes(system) ? IconDeviceMobile : IconDeviceDesktop;
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

const POCKET = ['iPhone', 'iPad', 'Android'];

function nameOf({ userAgent }: Device): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('users.device', { browser, system });
  return browser ?? system ?? t('users.unknownDevice');
}
