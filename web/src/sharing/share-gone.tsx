import { IconCarOff } from '@tabler/icons-react';
import { paths } from '../app/paths.ts';
import { ApiError } from '../shell/api/api.ts';
import { t } from '../shell/i18n/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { ShareFrame } from './share-frame.tsx';

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NotFound';

/** Unknown, sold, expired or locked: the page does not reveal which. */
export function ShareGone() {
  return (
    <ShareFrame title={t('Share.pageTitle')}>
      <EmptyState
        icon={IconCarOff}
        title={t('CarAuction.Empty')}
        text={t('Share.goneText')}
        action={<LinkButton {...paths.lots()}>{t('Menu.CarAuctions')}</LinkButton>}
      />
    </ShareFrame>
  );
}
