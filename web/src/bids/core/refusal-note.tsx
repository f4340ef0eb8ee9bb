import { ApiError } from '../../shell/api/api.ts';
import { errorText, requestIdOf } from '../../shell/api/error-text.ts';
import { groupThousands, japanFullTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Callout } from './callout.tsx';

interface RefusalNoteProps {
  error: unknown;
  title?: string;
}

/** Refusal of the server with its reason, its figures and the request id for support. */
export function RefusalNote({ error, title }: RefusalNoteProps) {
  const requestId = requestIdOf(error);
  return (
    <Callout tone="red" role="alert" title={title}>
      {errorText(error)} {detailsText(error)}
      {requestId && <span className="quiet"> {t('bids.failed.request', { id: requestId })}</span>}
    </Callout>
  );
}

function detailsText(error: unknown): string {
  const details = error instanceof ApiError ? error.details : {};
  if (typeof details.price === 'number') return t('bids.failed.price', { amount: groupThousands(details.price) });
  if (typeof details.cars === 'number') return t('bids.failed.cars', { count: details.cars });
  const amountYen = details.bidAllow ?? details.limitYen;
  if (typeof amountYen === 'number') return t('bids.failed.limit', { amount: groupThousands(amountYen) });
  return typeof details.at === 'string' ? t('bids.failed.at', { time: japanFullTime(details.at) }) : '';
}
