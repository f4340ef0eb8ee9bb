import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { japanFullDate } from '../../ui/data/japan-text.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { AddPasskey } from './add-passkey.tsx';
import css from './passkeys.module.css';
import { canUsePasskeys, type Passkey, passkeysQuery, useRemovePasskey } from './passkeys.ts';
import panelCss from './second-factor-panel.module.css';

/** The user's passkeys, with buttons to add and to remove one. */
export function PasskeyPart() {
  const { data, isError, error, refetch } = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() });
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const removal = useRemovePasskey();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!canUsePasskeys()) return null;
  const remove = (passkey: Passkey) =>
    removal.mutate(passkey.id, {
      onSuccess: () => {
        setLeaving(null);
        // The pressed button disappears with its row, so move the focus.
        requestAnimationFrame(() => heading.current?.focus());
      },
    });
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" ref={heading} tabIndex={-1} className={panelCss.heading}>
        {t('auth.passkey.heading')}
      </h2>
      <p className={panelCss.state}>{t('auth.passkey.lead')}</p>
      {isError && (
        <div className={panelCss.failed} role="alert">
          <p>{errorText(error)}</p>
          <ActionButton kind="plain" onClick={() => refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </div>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setLeaving(passkey)} />
          ))}
        </ul>
      )}
      <div className={panelCss.actions}>
        <AddPasskey />
      </div>
      <ConfirmDialog
        opened={leaving !== null}
        title={t('auth.passkey.removeTitle')}
        confirmLabel={t('auth.passkey.remove')}
        cancelLabel={t('ui.cancel')}
        onConfirm={() => leaving && remove(leaving)}
        onCancel={() => setLeaving(null)}
        pending={removal.isPending}
        error={removal.error ? errorText(removal.error) : null}
      >
        <p className="quiet">{t('auth.passkey.removeText', { name: leaving?.name ?? '' })}</p>
      </ConfirmDialog>
    </section>
  );
}

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => (
  <li className={css.passkey}>
    <IconKey size={24} stroke={1.5} aria-hidden />
    <div className={css.text}>
      <p className="strong">{passkey.name}</p>
      <p className="quiet small">
        {t('auth.passkey.addedAt', { at: japanFullDate(passkey.createdAt) })}
        {passkey.lastUsedAt && ` · ${t('auth.passkey.usedAt', { at: japanFullDate(passkey.lastUsedAt) })}`}
      </p>
    </div>
    <ActionButton kind="plain" aria-label={t('auth.passkey.removeName', { name: passkey.name })} onClick={onRemove}>
      {t('auth.passkey.remove')}
    </ActionButton>
  </li>
);
