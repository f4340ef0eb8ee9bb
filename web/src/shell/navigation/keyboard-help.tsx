import { useState } from 'react';
import { Dialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from '../i18n/i18n.ts';
import { type KeyPart, PORTAL_KEYS, screenKeys } from './key-map.ts';
import css from './keyboard-help.module.css';
import { areKeysOn, setKeysOn } from './keys.ts';

interface WindowProps {
  opened: boolean;
  onClose: () => void;
}

/** List of keyboard shortcuts, those of the screen first. */
export function KeyboardHelp({ opened, onClose }: WindowProps) {
  const [isOn, setIsOn] = useState(areKeysOn);
  const choose = (on: boolean) => {
    setKeysOn(on);
    setIsOn(on);
  };
  const ofScreen = screenKeys();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} size={520}>
      {ofScreen && <Part part={ofScreen} />}
      <Part part={PORTAL_KEYS} />
      <label className={css.switch}>
        <input type="checkbox" checked={isOn} onChange={(event) => choose(event.currentTarget.checked)} />
        <span>
          {t('keys.on')}
          <span className="quiet small"> {t('keys.onNote')}</span>
        </span>
      </label>
    </Dialog>
  );
}

function Part({ part }: { part: KeyPart }) {
  return (
    <section className={css.part} aria-label={t(part.title)}>
      <h3>{t(part.title)}</h3>
      <dl>
        {part.lines.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
