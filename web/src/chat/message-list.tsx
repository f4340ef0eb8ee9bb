import type { Chat } from '@seri/contract/chat/routes.ts';
import { useEffect, useRef } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './chat.module.css';
import type { Sending } from './use-sending.ts';

interface MessageListProps {
  messages: Chat['chat'];
  isStaff: boolean;
  sending: Sending;
}

/** Messages of both sides in order, the reader's own on the right; plain text without links. */
export function MessageList({ messages, isStaff, sending: { unsent, isSending, retry } }: MessageListProps) {
  const end = useRef<HTMLLIElement>(null);
  const last = `${messages.at(-1)?.id} ${unsent.length}`;
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'end' });
  }, [last]);

  if (messages.length + unsent.length === 0) {
    return <p className={css.empty}>{t(isStaff ? 'chat.empty.staff' : 'chat.empty.client')}</p>;
  }
  return (
    <div role="log" aria-label={t('chat.messages')}>
      <ol className={css.messages}>
        {messages.map((message) => (
          <li key={message.id} className={css.message} data-ours={message.isStaff === isStaff || undefined}>
            <p className={css.text}>{message.text}</p>
            <p className={css.by}>
              {message.isOwn ? t('chat.you') : message.name} · <JapanTime at={message.time} zone />
            </p>
          </li>
        ))}
        {unsent.map((message) => (
          <li key={message.key} className={css.message} data-ours data-failed={message.failure !== null || undefined}>
            <p className={css.text}>{message.text}</p>
            {message.failure === null ? (
              <p className={css.by}>{t('chat.sending')}</p>
            ) : (
              <p className={css.failure} role="alert">
                <span>
                  {t('chat.notSent')} {message.failure}
                </span>
                <ActionButton kind="plain" size="xs" disabled={isSending} onClick={() => void retry(message)}>
                  {t('chat.retry')}
                </ActionButton>
              </p>
            )}
          </li>
        ))}
        <li ref={end} aria-hidden className={css.end} />
      </ol>
    </div>
  );
}
