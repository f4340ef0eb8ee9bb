import { Switch } from '@mantine/core';
import type { Channels, NoticeSettings } from '@seri/contract/channels/routes.ts';
import { useId } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import css from './channels.module.css';
import { ownZone, withZone } from './event-choices.tsx';
import { useSaveChannels } from './queries.ts';

const USUAL = { from: '22:00', to: '07:00' };
const TIME = /^\d\d:\d\d$/;

/** Quiet hours, the hour of the digest, and what pushes show on a locked screen. */
export function QuietHours({ channels }: { channels: Channels }) {
  const save = useSaveChannels();
  const settings = withZone(channels.settings, channels.isSaved);
  const change = (patch: Partial<NoticeSettings>) => save.mutate({ ...settings, ...patch });
  const { quiet, timeZone } = settings;
  const zones = [...new Set([timeZone, ownZone(), ...Intl.supportedValuesOf('timeZone')])];
  return (
    <section aria-labelledby="channels-quiet">
      <h2 id="channels-quiet">{t('channels.quiet.title')}</h2>
      <Choice
        label={t('channels.quiet.on')}
        note={t('channels.quiet.note')}
        isOn={quiet !== null}
        onChange={(isOn) => change({ quiet: isOn ? USUAL : null })}
      />
      {quiet && (
        <>
          <div className={css.line}>
            <TimeField
              label={t('channels.quiet.from')}
              value={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <TimeField
              label={t('channels.quiet.to')}
              value={quiet.to}
              onChange={(to) => change({ quiet: { ...quiet, to } })}
            />
          </div>
          <Choice
            label={t('channels.quiet.urgent')}
            note={t('channels.quiet.urgentNote')}
            isOn={settings.urgentBreaksQuiet}
            onChange={(urgentBreaksQuiet) => change({ urgentBreaksQuiet })}
          />
        </>
      )}
      <div className={css.line}>
        <TimeField
          label={t('channels.digestAt')}
          value={settings.digestAt}
          onChange={(digestAt) => change({ digestAt })}
        />
        <label className={css.field}>
          <span className="small">{t('channels.zone')}</span>
          <select
            className={css.input}
            value={timeZone}
            onChange={(event) => change({ timeZone: event.currentTarget.value })}
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Choice
        label={t('channels.details')}
        note={t('channels.detailsNote')}
        isOn={settings.showsDetails}
        onChange={(showsDetails) => change({ showsDetails })}
      />
    </section>
  );
}

interface ChoiceProps {
  label: string;
  note: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ label, note, isOn, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={css.choice}>
      <Switch
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
        label={label}
        aria-describedby={id}
        size="md"
      />
      <p id={id} className={css.note}>
        {note}
      </p>
    </div>
  );
}

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  return (
    <label className={css.field}>
      <span className="small">{label}</span>
      <input
        type="time"
        className={css.input}
        value={value}
        onChange={(event) => TIME.test(event.currentTarget.value) && onChange(event.currentTarget.value)}
      />
    </label>
  );
}
