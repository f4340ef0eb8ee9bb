import { useMediaQuery } from '@mantine/hooks';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { Chat } from '@seri/contract/chat/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { useSession } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { Segmented } from '../ui/actions/segmented.tsx';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { minWidth } from '../ui/theme/widths.ts';
import css from './chat.module.css';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { Composer } from './composer.tsx';
import { chatQueries, useMarkRead } from './queries.ts';
import { TemplateEditor } from './template-editor.tsx';
import { type Sending, useSending } from './use-sending.ts';

interface ChatWindowProps {
  bidId: number;
  opened: boolean;
  onClose: () => void;
}

/** Messages about a bid, and its history for managers: beside the page, on a phone over it. */
export function ChatWindow({ bidId, opened, onClose }: ChatWindowProps) {
  const isWide = useMediaQuery(minWidth(768)) ?? false;
  const isStaff = useSession().detail.userType === USER_TYPE.manager;
  const [part, setPart] = useState<'chat' | 'history' | 'templates'>('chat');
  const askedPart = useRouterState({ select: ({ location }) => location.state.chatPart });
  const [openedPart, setOpenedPart] = useState<typeof askedPart>(undefined);
  const wantedPart = opened ? askedPart : undefined;
  if (wantedPart !== openedPart) {
    setOpenedPart(wantedPart);
    if (wantedPart) setPart(isStaff ? wantedPart : 'chat');
  }
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...chatQueries.chat(bidId), enabled: opened });
  const sending = useSending(bidId);
  const markRead = useMarkRead(bidId);

  const unreadId = data?.canWrite && !data.isRead ? data.chat.at(-1)?.id : undefined;
  useEffect(() => {
    if (opened && unreadId !== undefined && dataUpdatedAt) markRead(unreadId);
  }, [opened, unreadId, dataUpdatedAt, markRead]);

  return (
    <BottomSheet
      inAddress
      fromRight={isWide}
      opened={opened}
      onClose={onClose}
      title={t('chat.title')}
      header={<ChatHead bid={data?.bid} />}
      footer={
        part === 'chat' &&
        data &&
        (data.canWrite ? (
          <Composer bidId={bidId} isStaff={isStaff} sending={sending} onManageTemplates={() => setPart('templates')} />
        ) : (
          <p className="quiet small">{t('chat.readOnly')}</p>
        ))
      }
    >
      {part === 'templates' && <TemplateEditor onBack={() => setPart('chat')} />}
      {isStaff && part !== 'templates' && (
        <div className={css.parts}>
          <Segmented
            name={t('chat.parts')}
            value={part}
            options={[
              { value: 'chat', label: t('chat.chat') },
              { value: 'history', label: t('chat.history') },
            ]}
            onChange={setPart}
          />
        </div>
      )}
      {part === 'history' && <BidHistory bidId={bidId} />}
      {part === 'chat' && !data && !error && <ChatSkeleton />}
      {part === 'chat' && !data && error && (
        <FailedState
          title={t('chat.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {part === 'chat' && data && <MessageList messages={data.chat} isStaff={isStaff} sending={sending} />}
    </BottomSheet>
  );
}

/** Actor codes of staff in the log; they are no roles (business-rules.md#staff-in-the-history). */
const STAFF_CODES = [1064, 981];

/** Events of the bid from the log. */
function BidHistory({ bidId }: { bidId: number }) {
  const { data, error, refetch } = useQuery(chatQueries.history(bidId));
  if (error) {
    return (
      <FailedState
        title={t('chat.history.failed')}
        text={errorText(error)}
        requestId={requestIdOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <ChatSkeleton />;
  if (data.length === 0) return <p className={css.empty}>{t('BidLogs.Empty')}</p>;
  return (
    <ol className={css.history} aria-label={t('chat.history')}>
      {data.map(({ date, userName, event, status, userType }) => (
        <li key={`${date} ${event}`}>
          <p>
            <b data-staff={STAFF_CODES.includes(userType ?? 0) || undefined}>{userName}</b>
            <span className="quiet small">
              <JapanTime at={date} zone />
            </span>
          </p>
          <p>{event}</p>
          <p className="quiet small">
            {t('chat.history.status', { status: textOf(`BidStatus.${status}`, 'Common.Empty') })}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Car, auction and client of the chat. */
function ChatHead({ bid }: { bid: Chat['bid'] | undefined }) {
  if (!bid) return <h2 className={css.title}>{t('chat.title')}</h2>;
  const { maker, model, year, chassis, auctionName, lotNo, auctionDate, user } = bid;
  return (
    <div className={css.head}>
      <h2 className={css.title}>{[maker, model, year].filter(Boolean).join(' ')}</h2>
      <p className="quiet small">
        {[chassis, auctionName, t('bids.row.lot', { lotNo })].filter(Boolean).join(' · ')} ·{' '}
        <JapanTime at={auctionDate} zone />
      </p>
      {user && (
        <p className="small">
          {user.name} <span className="quiet">{user.clientId}</span>
        </p>
      )}
    </div>
  );
}

interface MessageListProps {
  messages: Chat['chat'];
  isStaff: boolean;
  sending: Sending;
}

/** Messages of both sides in order, the reader's own on the right; plain text without links. */
function MessageList({ messages, isStaff, sending: { unsent, isSending, retry } }: MessageListProps) {
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
