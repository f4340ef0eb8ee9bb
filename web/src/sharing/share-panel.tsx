import { IconShare2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import type { SharedLot } from './queries.ts';
import css from './share.module.css';

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog');

/** Opens the window with link and code; nothing for users without the right. `compact`: icon only, for a row. */
export function ShareButton({ compact = false, ...lot }: SharedLot & { compact?: boolean }) {
  const mayShare = useMay('shareCar');
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never');
  if (!mayShare) return null;
  const open = () => setOpened('open');
  const icon = <IconShare2 size={compact ? 20 : 18} stroke={1.5} aria-hidden />;
  return (
    <>
      {compact ? (
        <IconButton name={t('Share.open')} onClick={open}>
          {icon}
        </IconButton>
      ) : (
        <ActionButton kind="plain" leftSection={icon} onClick={open}>
          {t('Share.open')}
        </ActionButton>
      )}
      {opened !== 'never' && (
        <Suspense>
          <ShareDialog lot={lot} opened={opened === 'open'} onClose={() => setOpened('closed')} />
        </Suspense>
      )}
    </>
  );
}

/** The share block of a lot page (business-rules.md#share-links). */
export function ShareBlock(lot: SharedLot) {
  if (!useMay('shareCar')) return null;
  return (
    <section className={css.block} aria-label={t('Share.name')}>
      <h3>{t('Share.name')}</h3>
      <p className="quiet small">{t('Share.lead')}</p>
      <ShareButton {...lot} />
    </section>
  );
}
