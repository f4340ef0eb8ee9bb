import { type Channel, type Mode, modeOf, modesFor, URGENT } from '@seri/contract/channels/channels.ts';
import type { Channels } from '@seri/contract/channels/routes.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './channels.module.css';
import { useSaveChannels } from './queries.ts';

/** Which events reach the user by which channel. Channels without an address are left out, except mail. */
export function EventChoices({ channels }: { channels: Channels }) {
  const { kinds, settings, offered, endpoints } = channels;
  const save = useSaveChannels();
  const linked = (channel: Channel) =>
    channel === 'mail' || endpoints.some((endpoint) => endpoint.channel === channel && endpoint.isConfirmed);
  const columns = offered.filter(linked);
  const choose = (kind: string, channel: Channel, mode: Mode) =>
    save.mutate({
      ...withZone(settings, channels.isSaved),
      choices: {
        ...settings.choices,
        [kind]: { ...settings.choices[kind as keyof typeof settings.choices], [channel]: mode },
      },
    });
  return (
    <section aria-labelledby="channels-events">
      <div className={css.head}>
        <h2 id="channels-events">{t('channels.events')}</h2>
        <span className={css.saved} role="status">
          {save.isSuccess && t('channels.saved')}
        </span>
      </div>
      <p className="quiet">{t('channels.eventsNote')}</p>
      <ul className={css.events}>
        {kinds.map((kind) => (
          <li key={kind} className={css.event}>
            <p>
              {t(`channels.event.${kind}`)}
              {URGENT.includes(kind) && <span className={css.urgent}>{t('channels.urgent')}</span>}
            </p>
            <div className={css.modes}>
              {columns.map((channel) => (
                <ModeChoice
                  key={channel}
                  event={t(`channels.event.${kind}`)}
                  channel={channel}
                  modes={modesFor(kind, channel)}
                  value={modeOf(settings.choices, kind, channel)}
                  onChange={(mode) => choose(kind, channel, mode)}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ModeChoiceProps {
  event: string;
  channel: Channel;
  modes: readonly Mode[];
  value: Mode;
  onChange: (mode: Mode) => void;
}

function ModeChoice({ event, channel, modes, value, onChange }: ModeChoiceProps) {
  const name = t(`channels.name.${channel}`);
  return (
    <div className={css.mode}>
      <span className="quiet small" aria-hidden>
        {name}
      </span>
      {modes.length === 1 ? (
        <span className={css.always}>
          <span className="visually-hidden">{name}: </span>
          {t('channels.always')}
        </span>
      ) : (
        <select
          className={css.input}
          data-off={value === 'off' || undefined}
          aria-label={t('channels.modeOf', { event, channel: name })}
          value={value}
          onChange={(change) => onChange(change.currentTarget.value as Mode)}
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`channels.mode.${mode}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Before the first save the zone is that of this device, since nobody has chosen one. */
export const withZone = <Settings extends { timeZone: string }>(settings: Settings, isSaved: boolean): Settings =>
  isSaved ? settings : { ...settings, timeZone: ownZone() };

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
