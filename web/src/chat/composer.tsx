import { MAX_MESSAGE_LENGTH } from '@seri/contract/chat/routes.ts';
import { IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './chat.module.css';
import { Templates } from './templates.tsx';
import type { Sending } from './use-sending.ts';

interface ComposerProps {
  bidId: number;
  isStaff: boolean;
  sending: Sending;
  onManageTemplates: () => void;
}

/** Enter sends; a touch keyboard has no Shift and Enter, so there it starts a new line. */
const sendsBy = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && matchMedia('(hover: hover)').matches;

export function Composer({ bidId, isStaff, sending, onManageTemplates }: ComposerProps) {
  const { draft, isSending, type, send } = sending;
  const field = useRef<HTMLTextAreaElement>(null);
  const canSend = draft.trim() !== '' && !isSending;
  const submit = () => {
    if (canSend) void send(draft);
  };
  const insert = (text: string) => {
    type((draft.trim() === '' ? text : `${draft.trimEnd()}\n${text}`).slice(0, MAX_MESSAGE_LENGTH));
    field.current?.focus();
  };
  return (
    <div className={css.composer}>
      {isStaff && <Templates bidId={bidId} onChoose={insert} onManage={onManageTemplates} />}
      <div className={css.line}>
        <textarea
          ref={field}
          rows={2}
          value={draft}
          maxLength={MAX_MESSAGE_LENGTH}
          aria-label={t('chat.message')}
          placeholder={t(isStaff ? 'chat.placeholder.staff' : 'chat.placeholder.client')}
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!sendsBy(event)) return;
            event.preventDefault();
            submit();
          }}
        />
        <ActionButton
          size="md"
          disabled={!canSend}
          loading={isSending}
          onClick={submit}
          leftSection={<IconSend size={18} stroke={1.5} aria-hidden />}
        >
          {t('chat.send')}
        </ActionButton>
      </div>
    </div>
  );
}
