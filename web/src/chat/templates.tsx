import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './chat.module.css';
import { chatQueries } from './queries.ts';

interface TemplatesProps {
  bidId: number;
  /** Called with the text in the language of the bid's client. */
  onChoose: (text: string) => void;
  onManage: () => void;
}

/** Ready messages, shown in the manager's language and inserted in the client's. */
export function Templates({ bidId, onChoose, onManage }: TemplatesProps) {
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
