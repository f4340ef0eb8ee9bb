import type { BidRow } from '@seri/contract/bids/records.ts';
import { IconFileDownload } from '@tabler/icons-react';
import { FileLink } from '../../shell/file-link.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { vehicleName } from '../core/bid-vehicle.tsx';
import css from '../core/lists.module.css';

/** Invoice of a bought lot, for readers with the right to download it. */
export function InvoiceLink({ row }: { row: BidRow }) {
  if (!row.invoiceAvailable || !row.invoiceUrl) return null;
  return (
    <FileLink path={row.invoiceUrl} className={css.invoice}>
      <IconFileDownload size={16} stroke={1.6} aria-hidden />
      {t('bids.row.invoice')}
      <span className="visually-hidden">{`: ${vehicleName(row)}`}</span>
    </FileLink>
  );
}
