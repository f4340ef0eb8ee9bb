import { FEE_KINDS } from '@seri/contract/purchases/finances.ts';
import type { PurchaseEvent } from '@seri/contract/purchases/manager-routes.ts';
import { DOCUMENT_KINDS } from '@seri/contract/purchases/papers.ts';
import { japanFullDate, yen } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { costText } from '../cost-part.tsx';
import { statusCode } from '../purchase-status.tsx';
import css from './purchase-editor.module.css';

/** Events of a car with their authors, newest first. */
export const EventList = ({ events }: { events: readonly PurchaseEvent[] }) => (
  <section className="panel" aria-labelledby="editor-events">
    <h2 id="editor-events">{t('purchases.manager.events')}</h2>
    {events.length === 0 && <p className="quiet">{t('users.clients.noDecisions')}</p>}
    <ul className={css.events}>
      {events.map((event) => (
        <li key={`${event.at} ${event.kind} ${JSON.stringify(event.data)}`}>
          <span className="quiet small">
            <JapanTime at={event.at} shape="full" zone /> · {event.by ?? t('users.clients.operator')}
          </span>
          <span>{eventText(event)}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** Changed values in one line, if known. */
function eventText({ kind, data }: PurchaseEvent): string {
  const name = kind === 'document' && 'removed' in data ? 'documentRemoved' : kind;
  const title = textOf(`purchases.manager.event.${name}`, 'purchases.manager.event.other');
  const detail = detailOf(kind, data);
  return detail ? `${title}: ${detail}` : title;
}

function detailOf(kind: string, data: Record<string, unknown>): string {
  if (kind === 'status') {
    const code = statusCode(Number(data.status));
    return code === null ? '' : t(`PurchaseStatus.${code}`);
  }
  if (kind === 'fee') {
    const fee = FEE_KINDS.find((known) => known === data.kind);
    return fee ? `${costText(fee)} ${yen(Number(data.chargedYen))} → ${yen(Number(data.amountYen))}` : '';
  }
  if (kind === 'document') return String(data.name ?? '');
  if (kind === 'due') {
    const document = DOCUMENT_KINDS.find((known) => known === data.kind);
    const day = data.dueOn === null ? t('purchases.manager.usualDay') : japanFullDate(String(data.dueOn));
    return document ? `${t(`purchases.paper.${document}`)} ${day}` : '';
  }
  if (kind === 'shipping') return shippingText(data);
  return '';
}

/** The new values, with dates formatted. */
function shippingText({ to }: Record<string, unknown>): string {
  if (typeof to !== 'object' || to === null) return '';
  return Object.values(to)
    .map((value) => (value === null ? '–' : /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? japanFullDate(value) : value))
    .join(', ');
}
