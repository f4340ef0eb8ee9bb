import { FileInput, TextInput } from '@mantine/core';
import { addPurchaseDocument } from '@seri/contract/purchases/manager-routes.ts';
import { DOCUMENT_KINDS, type DocumentKind, MAX_DOCUMENT_BYTES } from '@seri/contract/purchases/papers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { purchaseQueries } from '../queries.ts';
import css from './purchase-editor.module.css';

const MAX_NAME_LENGTH = 100;
const TYPES = 'application/pdf,image/jpeg,image/png';
/** Enough for ten megabytes over a slow line. */
const UPLOAD_TIMEOUT_MS = 180_000;
const KB = 1024;

interface AddDocumentProps {
  purchaseId: number;
  onClose: () => void;
}

/** Uploads a file as a document of the car; the client is notified. */
export function AddDocument({ purchaseId, onClose }: AddDocumentProps) {
  const [kind, setKind] = useState<DocumentKind>('exportCertificate');
  const [name, setName] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const client = useQueryClient();
  const documentName = name ?? t(`purchases.paper.${kind}`);
  const isTooLarge = file !== null && file.size > MAX_DOCUMENT_BYTES;
  const sending = useMutation({
    mutationFn: async (chosen: File) =>
      call(addPurchaseDocument, {
        body: { purchaseId, kind, name: documentName.trim(), content: await base64Of(chosen) },
        timeoutMs: UPLOAD_TIMEOUT_MS,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: purchaseQueries.all });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!file || file.size === 0 || isTooLarge || documentName.trim() === '' || sending.isPending) return;
    sending.mutate(file);
  };
  const fileProblem = () => {
    if (isTooLarge) return t('Error.Purchase.DocumentTooLarge');
    if (file?.size === 0) return t('Error.Purchase.DocumentType');
    return isSubmitted && !file && t('Errors.Required');
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={t('purchases.manager.addPaper')}>
      {sending.error && <FormAlert>{errorText(sending.error)}</FormAlert>}
      <ChoiceField
        label={t('purchases.manager.paper')}
        searchable={false}
        allowDeselect={false}
        data={DOCUMENT_KINDS.map((value) => ({ value, label: t(`purchases.paper.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(DOCUMENT_KINDS.find((known) => known === value) ?? kind)}
      />
      <TextInput
        label={t('purchases.manager.paperName')}
        maxLength={MAX_NAME_LENGTH}
        value={documentName}
        error={isSubmitted && documentName.trim() === '' && t('Errors.Required')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FileInput
        label={t('purchases.manager.file')}
        description={t('purchases.manager.fileNote', { most: MAX_DOCUMENT_BYTES / KB ** 2 })}
        placeholder={t('purchases.manager.choose')}
        accept={TYPES}
        clearable
        clearButtonProps={{ 'aria-label': t('purchases.manager.noFile') }}
        value={file}
        error={fileProblem()}
        onChange={(chosen) => {
          sending.reset();
          setFile(chosen);
        }}
      />
      <p className="quiet small">{t('purchases.manager.paperTold')}</p>
      <FormButtons submit={t('purchases.manager.upload')} isPending={sending.isPending} onCancel={onClose} />
    </form>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    // The file is the part of a data address after its comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.readAsDataURL(file);
  });
