import type { CostKind } from '@seri/contract/costs/tables.ts';
import { COSTS, type Cost, compareCosts } from '@seri/contract/purchases/finances.ts';
import { IconFileDownload } from '@tabler/icons-react';
import { FileLink } from '../shell/file-link.tsx';
import { japanFullDate } from '../shell/i18n/format.ts';
import { language, t } from '../shell/i18n/i18n.ts';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { Money } from '../ui/data/money.tsx';
import css from './car.module.css';
import compared from './compared.module.css';
import papers from './documents.module.css';
import type { PurchaseDetails } from './queries.ts';

export function costText(kind: Cost | CostKind): string {
  if (kind === 'carPrice') return t('purchases.cost.carPrice');
  if (kind === 'otherFees') return t('Purchased.OtherFees');
  if (kind === 'corrections') return t('purchases.cost.corrections');
  return t(`costs.kind.${kind}`);
}

interface CostPartProps {
  details: Pick<PurchaseDetails, 'finances' | 'invoiceUrl' | 'invoiceUnprintable'>;
  beforeDownload: () => Promise<unknown>;
}

/** Named costs of the car, their total from the ledger, and the invoice with the same figures. */
export function CostPart({ details: { finances, invoiceUrl, invoiceUnprintable }, beforeDownload }: CostPartProps) {
  return (
    <section className={css.part}>
      <h3>{t('purchases.cost')}</h3>
      <DataList>
        {COSTS.map((kind) => {
          const cost = finances[kind];
          return (
            cost && (
              <DataRow key={kind} label={costText(kind)}>
                <Money yen={cost.value} />
              </DataRow>
            )
          );
        })}
      </DataList>
      <div className={css.total}>
        <b>{t('Purchased.Total')}</b>
        <Money yen={finances.total} className={css.totalSum} />
      </div>
      {invoiceUrl && (
        <FileLink beforeDownload={beforeDownload} path={invoiceUrl} className={papers.invoice}>
          <IconFileDownload size={20} stroke={1.5} aria-hidden />
          {t('purchases.invoice')}
        </FileLink>
      )}
      {invoiceUnprintable && (
        <p className="quiet small" role="note">
          {t('purchases.invoiceUnprintable', { letters: invoiceUnprintable.join(' ') })}
        </p>
      )}
    </section>
  );
}

interface ComparisonPartProps {
  details: Pick<PurchaseDetails, 'estimate' | 'finances'>;
  /** True if the reader is the buyer. */
  isOwn?: boolean;
}

/** Estimate for the bid beside the actual charges, line by line. */
export function ComparisonPart({ details: { estimate, finances }, isOwn = true }: ComparisonPartProps) {
  if (!estimate) return null;
  const { charged, elsewhere, estimatedYen, chargedYen } = compareCosts(estimate, finances);
  return (
    <section className={css.part} aria-labelledby="purchase-estimate">
      <h3 id="purchase-estimate">{t('purchases.estimate')}</h3>
      <p className="quiet small">
        {t(isOwn ? 'purchases.estimate.made' : 'purchases.manager.estimate', {
          date: japanFullDate(estimate.at),
          place: estimate.destination[language],
          table: estimate.table,
        })}
      </p>
      {estimate.missing !== undefined && estimate.missing.length > 0 && (
        <p className="quiet small">{t('purchases.estimate.atLeast')}</p>
      )}
      <table className={compared.table}>
        <thead>
          <tr>
            <th scope="col">{t('purchases.estimate.cost')}</th>
            <th scope="col">{t('purchases.estimate.estimated')}</th>
            <th scope="col">{t('purchases.estimate.charged')}</th>
          </tr>
        </thead>
        <tbody>
          {charged.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{costText(row.kind)}</th>
              <td>
                <Money yen={row.estimatedYen} />
              </td>
              <td>
                <Money yen={row.chargedYen} />
              </td>
            </tr>
          ))}
          <tr className={compared.sum}>
            <th scope="row">{t('Purchased.Total')}</th>
            <td>
              <Money yen={estimatedYen} />
            </td>
            <td>
              <Money yen={chargedYen} />
            </td>
          </tr>
          {elsewhere.map((row) => (
            <tr key={row.kind} className="quiet">
              <th scope="row">{costText(row.kind)}</th>
              <td>
                <Money yen={row.estimatedYen} />
              </td>
              <td>{t('purchases.estimate.elsewhere')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
