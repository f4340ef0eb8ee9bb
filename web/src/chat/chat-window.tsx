import { useMediaQuery } from '@mantine/hooks';
import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useSession } from '../shell/session/session.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { from } from '../ui/theme/widths.ts';
import { BidHistory } from './bid-history.tsx';
import css from './chat.module.css';
import { ChatBones } from './chat-bones.tsx';
import { ChatHead } from './chat-head.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { chatQueries, useMarkRead } from './queries.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useSending } from './use-sending.ts';

interface ChatWindowProps {
  bidId: number;
  opened: boolean;
  onClose: () => void;
}

/** Messages about a bid, and its history for managers: beside the page, on a phone over it. */
export function ChatWindow({ bidId, opened, onClose }: ChatWindowProps) {
  const isWide = useMediaQuery(from(768)) ?? false;
  const isStaff = useSession().detail.userType === USER_TYPE.manager;
  const [part, setPart] = useState<'chat' | 'history' | 'templates'>('chat');
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
      {part === 'chat' && !data && !error && <ChatBones />}
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
