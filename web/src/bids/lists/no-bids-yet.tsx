import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';

export const NoBidsYet = () => (
  <EmptyState
    title={t('bids.empty.mine.title')}
    text={t('bids.empty.mine.text')}
    action={<LinkButton {...paths.lots()}>{t('bids.empty.mine.action')}</LinkButton>}
  />
);
