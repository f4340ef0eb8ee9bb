import type { ApiError } from '../shell/api.ts';
import { t } from '../shell/i18n.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/confirm-dialog.tsx';
import css from './dialogs.module.css';
import { RefusalNote } from './refusal-note.tsx';

interface FailedDialogProps {
  failure: ApiError | null;
  onClose: () => void;
}

/** The change did not happen, and why (platform section 8). */
export function FailedDialog({ failure, onClose }: FailedDialogProps) {
  return (
    <Dialog opened={failure !== null} title={t('Bids.UpdateFailed.Title')} onClose={onClose}>
      <p className={css.text}>{t('Bids.UpdateFailed.Text')}.</p>
      {failure && <RefusalNote error={failure} />}
      <div className={css.stack}>
        <ActionButton size="md" onClick={onClose} data-autofocus>
          {t('Bids.Close')}
        </ActionButton>
      </div>
    </Dialog>
  );
}
