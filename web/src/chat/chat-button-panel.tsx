import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './chat.module.css';
import { useOpenChat } from './chat-cell-panel.tsx';
import { chatQueries } from './queries.ts';

/** Button on a lot's page that opens the chat of the reader's own bid. */
export function ChatButton({ bidId }: { bidId: number }) {
  const openChat = useOpenChat();
  const { data } = useQuery(chatQueries.chat(bidId));
  return (
    <ActionButton
      kind="plain"
      size="sm"
      className={css.own}
      onClick={() => openChat(bidId)}
      leftSection={<IconMessage size={18} stroke={1.5} aria-hidden />}
      rightSection={data?.isRead === false && <span className={css.fresh}>{t('chat.fresh')}</span>}
    >
      {t('chat.openOwn')}
    </ActionButton>
  );
}
