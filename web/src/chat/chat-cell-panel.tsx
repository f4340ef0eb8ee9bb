import { IconMessage } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { t } from '../shell/i18n/i18n.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import css from './chat.module.css';

/**
 * Opens the chat of a bid, for managers also its history, over the current page, through the address: the back button closes it, and it can be linked.
 */
export function useOpenChat(): (bidId: number, part?: 'chat' | 'history') => void {
  const navigate = useNavigate();
  return (bidId, part = 'chat') =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, chat: bidId })) as never,
      state: { chatOpenedHere: true, chatPart: part },
      resetScroll: false,
    });
}

interface ChatCellProps {
  row: { bidId: number; lotNo: number; unreadMessages: number; message: string | null };
}

/** Button for the chat of a bid, with the number of unread messages. */
export function ChatCell({ row: { bidId, lotNo, unreadMessages, message } }: ChatCellProps) {
  const openChat = useOpenChat();
  const name = t('chat.open', { lotNo });
  const waiting = unreadMessages > 0 ? t('chat.unread', { count: unreadMessages }) : null;
  return (
    <IconButton
      name={waiting ? `${name}, ${waiting}` : name}
      title={message ?? name}
      className={css.cell}
      data-used={message === null ? undefined : true}
      onClick={() => openChat(bidId)}
    >
      {waiting && (
        <b className={css.count} aria-hidden>
          {unreadMessages}
        </b>
      )}
      <IconMessage size={20} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
