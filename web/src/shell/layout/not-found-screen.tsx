import { IconMapOff } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { t } from '../i18n/i18n.ts';
import { LinkButton } from '../link-button.tsx';
import { useSessionState } from '../session/session.ts';
import { LayoutFrame } from './layout.tsx';
import { usePageTitle } from './page-title.ts';
import { PlainPage } from './plain-page.tsx';

/** Page for an unknown address, in the frame that the reader is used to. */
export function NotFoundPage() {
  const { status } = useSessionState();
  if (status === 'authenticated') {
    return (
      <LayoutFrame>
        <NotFound />
      </LayoutFrame>
    );
  }
  if (status !== 'anonymous') return null;
  return (
    <PlainPage>
      <NotFound />
    </PlainPage>
  );
}

/** The same inside a screen whose parameters match nothing. */
export function NotFound() {
  usePageTitle({ title: t('NotFound.Title') });
  return (
    <EmptyState
      icon={IconMapOff}
      title={t('NotFound.Title')}
      text={t('NotFound.Text')}
      action={<LinkButton {...paths.lots()}>{t('Menu.CarAuctions')}</LinkButton>}
    />
  );
}
