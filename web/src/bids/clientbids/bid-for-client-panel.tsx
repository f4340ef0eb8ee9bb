import { IconGavel } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { useSession } from '../../shell/session/session.ts';
import { rememberClient } from '../core/use-bid-draft.ts';

interface BidForClientProps {
  userId: number;
  name: string;
}

/** Opens the lots with the client set in the bid panel; nothing for managers who may not bid for clients. */
export function BidForClient({ userId, name }: BidForClientProps) {
  const { permissions, detail } = useSession();
  if (!permissions.managerBidForClient) return null;
  return (
    <LinkButton
      {...paths.lots()}
      size="md"
      leftSection={<IconGavel size={18} stroke={1.6} aria-hidden />}
      onClick={() => rememberClient(detail.userId, { userId, name })}
    >
      {t('bids.ofClient.bid')}
    </LinkButton>
  );
}
