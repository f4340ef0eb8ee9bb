import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import css from './sources.module.css';

/** A button that explains the three ways to connect a source; addresses and keys are in files of the operator. */
export function AddSource() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        kind="plain"
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('feed.sources.add')}
      </ActionButton>
      <Dialog opened={isOpen} title={t('feed.sources.add')} onClose={() => setOpen(false)}>
        <p className="quiet">{t('feed.sources.addNote')}</p>
        <ol className={css.ways}>
          <li>
            {t('feed.sources.addFile')} <code>{'inbox/<mapping>.<name>.csv'}</code>,{' '}
            <code>{'inbox/<name>.ndjson'}</code>
          </li>
          <li>
            {t('feed.sources.addAddress')} <code>inbox/sources.json</code>
          </li>
          <li>
            {t('feed.sources.addProgram')} <code>POST /v1/back-office/lots</code>
          </li>
          <li>
            {t('feed.sources.addExample')} <code>npm run feed -- --example</code>
          </li>
        </ol>
      </Dialog>
    </>
  );
}
