import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionAnchor, ActionButton } from '../ui/actions/action-button.tsx';
import { CopyButton } from '../ui/actions/copy-button.tsx';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import { ConfirmDialog, Dialog } from '../ui/overlays/confirm-dialog.tsx';
import { type SharedLot, sharingQueries, useRevokeShare } from './queries.ts';
import css from './share.module.css';

interface ShareDialogProps {
  lot: SharedLot;
  opened: boolean;
  onClose: () => void;
}

/** Link and code of a lot, to copy or to send (business-rules.md#share-links). */
export function ShareDialog({ lot, opened, onClose }: ShareDialogProps) {
  const { data: share, error, refetch } = useQuery({ ...sharingQueries.password(lot), enabled: opened });
  const [isRevoking, setRevoking] = useState(false);
  const revoke = useRevokeShare(lot);
  if (isRevoking && share) {
    return (
      <ConfirmDialog
        opened={opened}
        title={t('Share.revokeTitle')}
        confirmLabel={t('Share.revoke')}
        cancelLabel={t('Share.keep')}
        pending={revoke.isPending}
        error={revoke.error ? errorText(revoke.error) : null}
        onCancel={() => setRevoking(false)}
        onConfirm={() =>
          revoke.mutate(share.shareId, {
            onSuccess: () => {
              setRevoking(false);
              onClose();
            },
          })
        }
      >
        <p>{t('Share.revokeText')}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog opened={opened} title={t('Share.title')} onClose={onClose}>
      <p className="quiet small">{lot.name}</p>
      {error && !share && (
        <>
          <FormAlert>{errorText(error)}</FormAlert>
          <ActionButton kind="plain" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </>
      )}
      {!(error || share) && <SkeletonBlock height={160} />}
      {share && <Shared lot={lot} share={share} onRevoke={() => setRevoking(true)} />}
    </Dialog>
  );
}

interface Share {
  password: string;
  shareId: string;
  expiresAt: string;
  views: number;
}

function Shared({ lot, share, onRevoke }: { lot: SharedLot; share: Share; onRevoke: () => void }) {
  const link = `${location.origin}/${PAGE_RULES[lot.pageType].path}/share/${share.shareId}`;
  const text = t('Share.message', { car: lot.name, link, code: t('Share.Code', { code: share.password }) });
  return (
    <div className={css.shared}>
      <DataList>
        <DataRow label={t('Share.link')}>
          <span className={css.link}>{link}</span>
        </DataRow>
        <DataRow label={t('Share.codeLabel')}>
          <output className={css.code} aria-label={t('Share.Code', { code: share.password })}>
            {share.password}
          </output>
        </DataRow>
        <DataRow label={t('Share.until')}>
          <JapanTime at={share.expiresAt} />
        </DataRow>
        <DataRow label={t('Share.views')}>{share.views}</DataRow>
      </DataList>
      <p className="quiet small">{t('Share.note')}</p>
      <div className={css.actions}>
        <CopyButton size="md" text={text} copyLabel={t('Share.Copy')} copiedLabel={t('Share.Copied')} />
        <ActionAnchor
          size="md"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconSend size={18} stroke={1.5} aria-hidden />}
        >
          {t('Share.Send')}
        </ActionAnchor>
        <ActionButton kind="quiet" size="md" onClick={onRevoke}>
          {t('Share.revoke')}
        </ActionButton>
      </div>
    </div>
  );
}
