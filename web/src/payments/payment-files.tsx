import { exportPayments, type PaymentsFilter } from '@seri/contract/payments/statement-routes.ts';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../shell/api/api.ts';
import { errorText } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import css from './payments.module.css';
import { StatementDialog } from './statement-dialog.tsx';

/** The filtered list as a file, and a printable statement of a period. */
export function PaymentFiles({ filter }: { filter: PaymentsFilter }) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(exportPayments, { query: filter }),
    // Our own address answers with an attachment, so the page stays open.
    onSuccess: (address) => location.assign(address),
  });
  return (
    <div className={css.files}>
      <ActionButton
        kind="plain"
        size="md"
        leftSection={<IconFileText size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('payments.statement')}
      </ActionButton>
      <ActionButton
        kind="plain"
        size="md"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('payments.csv')}
      </ActionButton>
      <span role="alert" className={css.failed}>
        {error && errorText(error)}
      </span>
      <StatementDialog opened={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
