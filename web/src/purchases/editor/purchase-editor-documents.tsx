import { removePurchaseDocument } from '@seri/contract/purchases/manager-routes.ts';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FileLink } from '../../shell/file-link.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import type { Decide } from '../../shell/use-decision.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import papers from '../documents.module.css';
import type { PurchaseDetails } from '../queries.ts';
import { AddDocument } from './add-document.tsx';
import css from './purchase-editor.module.css';

interface DocumentEditorProps {
  purchaseId: number;
  documents: PurchaseDetails['documents'];
  refetch: () => Promise<unknown>;
  decide: Decide | null;
}

/** Documents the client can download, with buttons to add and remove them. */
export function DocumentEditor({ purchaseId, documents, refetch, decide }: DocumentEditorProps) {
  const [isAdding, setAdding] = useState(false);
  const remove = (documentId: number, name: string) =>
    decide?.(
      removePurchaseDocument,
      { documentId },
      {
        title: t('purchases.manager.askRemove', { name }),
        confirm: t('purchases.manager.remove'),
        note: t('purchases.manager.removeNote'),
      },
    );
  // The answer omits invoices for readers without the right, so an empty list does not mean that there are none.
  const isComplete = useMay('downloadInvoice');
  return (
    <section className="panel" aria-labelledby="editor-papers">
      <div className={css.partHead}>
        <h2 id="editor-papers">{t('purchases.documents')}</h2>
        {decide && !isAdding && (
          <ActionButton kind="plain" onClick={() => setAdding(true)}>
            {t('purchases.manager.addPaper')}
          </ActionButton>
        )}
      </div>
      {isComplete && documents.length === 0 && <p className="quiet">{t('purchases.manager.noPapers')}</p>}
      <ul className={papers.list}>
        {documents.map(({ documentId, path, name, type, kind }) => (
          <li key={documentId} className={css.document}>
            <FileLink beforeDownload={refetch} path={path} className={papers.file}>
              <IconFile size={20} stroke={1.5} aria-hidden />
              <span>
                {name}
                {name !== t(`purchases.paper.${kind}`) && (
                  <span className={papers.kind}> {t(`purchases.paper.${kind}`)}</span>
                )}
              </span>
              <span className={papers.kind}>{t(`purchases.fileType.${type}`)}</span>
            </FileLink>
            {decide && (
              <IconButton name={t('purchases.manager.removeThis', { name })} onClick={() => remove(documentId, name)}>
                <IconTrash size={20} stroke={1.5} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {decide && isAdding && <AddDocument purchaseId={purchaseId} onClose={() => setAdding(false)} />}
    </section>
  );
}
