import { MAX_MESSAGE_LENGTH } from '@seri/contract/chat/routes.ts';
import { IconPencil, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './chat.module.css';
import { chatQueries } from './queries.ts';
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

interface TemplatesProps {
  bidId: number;
  /** Called with the text in the language of the bid's client. */
  onChoose: (text: string) => void;
  onManage: () => void;
}

/** Ready messages, shown in the manager's language and inserted in the client's. */
function Templates({ bidId, onChoose, onManage }: TemplatesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({ ...chatQueries.templates(bidId), enabled: isOpen });
  return (
    <>
      <ActionButton kind="quiet" size="xs" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('chat.templates')}
      </ActionButton>
      {isOpen && error && <p className={css.failure}>{errorText(error)}</p>}
      {isOpen && data && (
        <ul className={css.templates}>
          {data.map(({ label, text }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false);
                  onChoose(text);
                }}
              >
                {label}
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={css.manage} onClick={onManage}>
              <IconPencil size={18} stroke={1.5} aria-hidden /> {t('chat.templates.manage')}
            </button>
          </li>
        </ul>
      )}
    </>
  );
}
