import type { ClientFigures } from '@seri/contract/users/client-figures-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { errorText } from '../shell/api/error-text.ts';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { FormAlert } from '../ui/forms/form-alert.tsx';
import css from './client-purchases.module.css';
import { purchaseEditorQueries } from './editor/purchase-editor-queries.ts';
import { PurchaseStatus } from './purchase-status.tsx';

const MAX_SHOWN = 5;

interface ClientPurchasesProps {
  userId: number;
  /** Payments due by purchase, once they are known. */
  figures: Pick<ClientFigures, 'dues' | 'onTheWay' | 'delivered'> | undefined;
}

/** For managers: the latest purchases of one client. */
export function ClientPurchases({ userId, figures }: ClientPurchasesProps) {
  const { data, error, isPending } = useQuery(purchaseEditorQueries.list({ userId, page: 1, pageSize: 20 }));
  const total = data?.pageInfo.totalSearchResults ?? 0;
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="client-purchases">
      <div className={css.head}>
        <h2 id="client-purchases">{t('purchases.ofClient.title')}</h2>
        {total > 0 && figures && (
          <span className="quiet small">
            {t('purchases.ofClient.count', { onTheWay: figures.onTheWay, delivered: figures.delivered })}
          </span>
        )}
        {total > 0 && (
          <Link {...paths.purchasesOf(userId)} className={`finger-link ${css.all}`}>
            {t('purchases.ofClient.all', { n: total })}
          </Link>
        )}
      </div>
      {isPending && <SkeletonRows rows={2} photoWidth={0} />}
      {error && !data && <FormAlert>{errorText(error)}</FormAlert>}
      {data && total === 0 && <p className={`quiet ${css.empty}`}>{t('purchases.ofClient.none')}</p>}
      <ul>
        {data?.items.slice(0, MAX_SHOWN).map((car) => (
          <li key={car.purchaseId} className={css.row}>
            <div className={css.car}>
              <Link {...paths.managedPurchase(car.purchaseId)} className="finger-link">
                {car.title}
              </Link>
              <span className="quiet small">
                {car.auction}, {t('purchases.lot', { lotNo: car.lotNo })}
                {car.chassis && ` · ${car.chassis}`}
              </span>
            </div>
            <span>{t('purchases.bought', { date: japanFullDate(car.boughtOn) })}</span>
            <div className={css.total}>
              <b>
                <Money yen={car.totalYen} />
              </b>
              <Due due={figures?.dues.find(({ purchaseId }) => purchaseId === car.purchaseId)} />
            </div>
            <PurchaseStatus status={car.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The amount that the client still has to pay for a purchase, and its day; paid otherwise. */
function Due({ due }: { due: ClientFigures['dues'][number] | undefined }) {
  if (!due) return null;
  if (due.dueYen === 0)
    return (
      <span className="small" data-tone="green">
        {t('purchases.ofClient.paid')}
      </span>
    );
  return (
    <span className="small" data-tone={due.isLate ? 'red' : 'amber'}>
      <Money yen={due.dueYen} /> {t('purchases.ofClient.due', { date: japanFullDate(due.dueOn) })}
    </span>
  );
}
