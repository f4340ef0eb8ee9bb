import { PURCHASE_STATUSES } from '@seri/contract/purchases/list-search.ts';
import { type ManagedPurchase, setPurchaseStatus } from '@seri/contract/purchases/manager-routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { Ask } from '../../shell/use-decision.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { statusCode } from '../purchase-status.tsx';
import css from './purchase-editor.module.css';

interface DeskStatusProps {
  purchase: ManagedPurchase;
  ask: Ask | null;
}

/** Status of the car; the client is notified of each change. */
export function DeskStatus({ purchase, ask }: DeskStatusProps) {
  const now = statusCode(purchase.status);
  const textOf = (status: (typeof PURCHASE_STATUSES)[number] | null) =>
    status === null ? String(purchase.status) : t(`PurchaseStatus.${status}`);
  const choose = (value: string | null) => {
    const status = PURCHASE_STATUSES.find((known) => String(known) === value);
    if (status === undefined || status === now) return;
    ask?.(
      setPurchaseStatus,
      { purchaseId: purchase.purchaseId, status },
      {
        title: t('purchases.desk.askStatus', { car: purchase.title }),
        changes: [{ label: t('purchases.row.status'), from: textOf(now), to: textOf(status) }],
        note: t('purchases.desk.told', { name: purchase.client }),
      },
    );
  };
  return (
    <section className="panel" aria-labelledby="desk-status">
      <h2 id="desk-status">{t('purchases.row.status')}</h2>
      <div className={css.form}>
        <ChoiceField
          aria-label={t('purchases.row.status')}
          searchable={false}
          allowDeselect={false}
          disabled={!ask}
          data={PURCHASE_STATUSES.map((status) => ({ value: String(status), label: t(`PurchaseStatus.${status}`) }))}
          value={now === null ? null : String(now)}
          onChange={choose}
        />
      </div>
    </section>
  );
}
