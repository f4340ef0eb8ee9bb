import { TYPED_CHANNELS, type TypedChannel } from '@seri/contract/channels/channels.ts';
import type { Channels, NoticeEndpoint } from '@seri/contract/channels/routes.ts';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { deviceOf } from '../shell/device-names.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionAnchor, ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './channels.module.css';
import { useAddMessenger, useConfirmMessenger, useLinkTelegram, useRemoveEndpoint } from './queries.ts';
import { pushSupport, unsubscribePush, useSubscribePush } from './use-own-push.ts';

/** Linked devices and messengers, and how to link more. */
export function EndpointList({ channels }: { channels: Channels }) {
  const { endpoints, offered } = channels;
  const shown = endpoints.filter(({ isConfirmed }) => isConfirmed);
  const typed = TYPED_CHANNELS.filter((channel) => offered.includes(channel));
  return (
    <section aria-labelledby="channels-places">
      <h2 id="channels-places">{t('channels.places')}</h2>
      {shown.length > 0 && (
        <ul className={css.endpoints}>
          {shown.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      <OwnPush channels={channels} />
      {offered.includes('telegram') && !shown.some(({ channel }) => channel === 'telegram') && <Telegram />}
      {typed
        .filter((channel) => !shown.some((endpoint) => endpoint.channel === channel))
        .map((channel) => (
          <Messenger key={channel} channel={channel} endpoints={endpoints} />
        ))}
    </section>
  );
}

function EndpointRow({ endpoint }: { endpoint: NoticeEndpoint }) {
  const remove = useRemoveEndpoint();
  const name = nameOf(endpoint);
  const end = () => {
    if (endpoint.isOwn) void unsubscribePush();
    remove.mutate(endpoint.id);
  };
  return (
    <li className={css.endpoint}>
      <div className={css.text}>
        <p>
          <span className="strong">{t(`channels.name.${endpoint.channel}`)}</span> · {name}
          {endpoint.isOwn && <span className={css.here}>{t('channels.thisDevice')}</span>}
        </p>
        <p className="quiet small">
          {endpoint.isFailing ? (
            t('channels.failing')
          ) : endpoint.mutedUntil ? (
            <>
              {t('channels.mutedUntil')} <JapanTime at={endpoint.mutedUntil} zone />
            </>
          ) : endpoint.lastDeliveredAt ? (
            <>
              {t('channels.lastDelivered')} <JapanTime at={endpoint.lastDeliveredAt} zone />
            </>
          ) : (
            t('channels.nothingYet')
          )}
        </p>
      </div>
      <ActionButton
        kind="plain"
        loading={remove.isPending}
        onClick={end}
        aria-label={t('channels.removeName', { name: `${t(`channels.name.${endpoint.channel}`)}, ${name}` })}
      >
        {t('channels.remove')}
      </ActionButton>
    </li>
  );
}

function nameOf({ channel, label }: NoticeEndpoint): string {
  if (channel !== 'push') return channel === 'whatsapp' ? `+${label}` : label;
  const { browser, system } = deviceOf(label);
  return [browser, system].filter(Boolean).join(', ') || t('channels.unknownDevice');
}

/** The reason comes before the browser's own question, which a user can answer only once. */
function OwnPush({ channels: { endpoints, pushKey } }: { channels: Channels }) {
  const subscribe = useSubscribePush(pushKey);
  const support = pushSupport();
  if (endpoints.some(({ channel, isOwn }) => channel === 'push' && isOwn)) return null;
  return (
    <div className={css.offer}>
      <h3>{t('channels.push.title')}</h3>
      <p className="quiet">{t('channels.push.why')}</p>
      {support === 'yes' && subscribe.data !== 'denied' ? (
        <ActionButton size="md" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
          {t('channels.push.begin')}
        </ActionButton>
      ) : (
        <p role="status">{t(`channels.push.${support === 'yes' ? 'denied' : support}`)}</p>
      )}
    </div>
  );
}

function Telegram() {
  const link = useLinkTelegram();
  return (
    <div className={css.offer}>
      <h3>{t('channels.name.telegram')}</h3>
      <p className="quiet">{t('channels.telegram.why')}</p>
      {link.data ? (
        <>
          <ActionAnchor href={link.data.url} target="_blank" rel="noreferrer" size="md">
            {t('channels.telegram.open')}
          </ActionAnchor>
          <p className="quiet small" role="status">
            {t('channels.telegram.once')}
          </p>
        </>
      ) : (
        <ActionButton kind="plain" size="md" loading={link.isPending} onClick={() => link.mutate()}>
          {t('channels.telegram.begin')}
        </ActionButton>
      )}
    </div>
  );
}

function Messenger({ channel, endpoints }: { channel: TypedChannel; endpoints: readonly NoticeEndpoint[] }) {
  const add = useAddMessenger();
  const confirm = useConfirmMessenger();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const waits = add.isSuccess || endpoints.some((endpoint) => endpoint.channel === channel && !endpoint.isConfirmed);
  const failure = confirm.error ?? add.error;
  const failureId = `channels-${channel}-failure`;
  return (
    <div className={css.offer}>
      <h3>{t(`channels.name.${channel}`)}</h3>
      <form
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault();
          confirm.reset();
          add.mutate({ channel, address });
        }}
      >
        <label className={css.field}>
          <span className="small">{t(`channels.address.${channel}`)}</span>
          <input
            className={css.input}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            inputMode={channel === 'whatsapp' ? 'tel' : 'text'}
            autoComplete={channel === 'whatsapp' ? 'tel' : 'off'}
            maxLength={60}
            required
            aria-describedby={failure ? failureId : undefined}
          />
        </label>
        <ActionButton type="submit" kind="plain" size="md" loading={add.isPending}>
          {t('channels.sendCode')}
        </ActionButton>
      </form>
      {waits && (
        <form
          className={css.line}
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate({ channel, code });
          }}
        >
          <label className={css.field}>
            <span className="small">{t('channels.code')}</span>
            <input
              className={css.input}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
              aria-describedby={failure ? failureId : undefined}
            />
          </label>
          <ActionButton type="submit" size="md" loading={confirm.isPending}>
            {t('channels.confirm')}
          </ActionButton>
        </form>
      )}
      {failure && (
        <p id={failureId} role="alert" className={css.failure}>
          {errorText(failure)}
        </p>
      )}
    </div>
  );
}
