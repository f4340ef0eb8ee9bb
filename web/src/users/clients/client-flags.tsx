import { Switch } from '@mantine/core';
import { CLIENT_FLAGS, type Client, setClientFlags } from '@seri/contract/users/client-routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Ask } from '../../shell/use-decision.tsx';
import css from './client.module.css';
import { flagText, onOff } from './client-words.ts';

/** Flags of the client, in addition to the role. */
export function ClientFlags({ client, ask }: { client: Client; ask: Ask | null }) {
  const { userId, name, flags } = client;
  return (
    <section className="panel" aria-labelledby="client-flags">
      <h2 id="client-flags">{t('users.clients.flags')}</h2>
      <div className={css.flags}>
        {CLIENT_FLAGS.map((flag) => (
          <Switch
            key={flag}
            size="md"
            label={flagText(flag)}
            disabled={!ask}
            checked={flags[flag]}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              ask?.(
                setClientFlags,
                { userId, flags: { [flag]: isOn } },
                {
                  title: t('users.clients.askFlag', { name }),
                  changes: [{ label: flagText(flag), from: onOff(!isOn), to: onOff(isOn) }],
                  note: t('users.clients.flagNote'),
                },
              );
            }}
          />
        ))}
      </div>
    </section>
  );
}
