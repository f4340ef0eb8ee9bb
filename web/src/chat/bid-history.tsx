import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import { FailedState } from '../ui/data/state-message.tsx';
import css from './chat.module.css';
import { ChatBones } from './chat-bones.tsx';
import { chatQueries } from './queries.ts';

/** Actor codes of staff in the log; they are no roles (business-rules.md#staff-in-the-history). */
const STAFF_CODES = [1064, 981];

/** Events of the bid from the log. */
export function BidHistory({ bidId }: { bidId: number }) {
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
  if (!data) return <ChatBones />;
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
