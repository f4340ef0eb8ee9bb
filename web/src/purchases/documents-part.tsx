import { IconCheck, IconFile } from '@tabler/icons-react';
import { FileLink } from '../shell/file-link.tsx';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { useMay } from '../shell/session/session.ts';
import car from './car.module.css';
import css from './documents.module.css';
import type { PurchaseDetails } from './queries.ts';

interface DocumentsPartProps {
  /** Checks that the reader may still see the car. */
  beforeDownload: () => Promise<unknown>;
  documents: PurchaseDetails['documents'];
}

/** Documents to download; each answers only to readers who may see the purchase. */
export function DocumentsPart({ beforeDownload, documents }: DocumentsPartProps) {
  // The answer omits invoices for readers without the right, so an empty list does not mean that there are none.
  const isComplete = useMay('downloadInvoice');
  return (
    <section className={car.part} aria-labelledby="purchase-documents">
      <h3 id="purchase-documents">{t('purchases.documents')}</h3>
      {isComplete && documents.length === 0 && <p className="quiet">{t('purchases.documents.none')}</p>}
      <ul className={css.list}>
        {documents.map(({ path, name, type }) => (
          <li key={path}>
            <FileLink beforeDownload={beforeDownload} path={path} className={css.file}>
              <IconFile size={20} stroke={1.5} aria-hidden />
              <span>{name}</span>
              <span className={css.kind}>{t(`purchases.fileType.${type}`)}</span>
            </FileLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Documents of an exported car, present or due. */
export function CheckListPart({ rows }: { rows: PurchaseDetails['checkList'] }) {
  return (
    <section className={car.part} aria-labelledby="purchase-check-list">
      <h3 id="purchase-check-list">{t('purchases.checkList')}</h3>
      <ul className={css.list}>
        {rows.map(({ kind, dueOn, isDone }) => (
          <li key={kind} className={css.document} data-done={isDone || undefined}>
            <span className={css.mark}>{isDone && <IconCheck size={12} stroke={3} aria-hidden />}</span>
            <span>{t(`purchases.paper.${kind}`)}</span>
            <span className={css.kind}>{dueText(isDone, dueOn)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function dueText(isDone: boolean, dueOn: string | null): string {
  if (isDone) return t('purchases.paper.done');
  return dueOn === null ? t('purchases.paper.later') : t('purchases.paper.due', { date: japanFullDate(dueOn) });
}
