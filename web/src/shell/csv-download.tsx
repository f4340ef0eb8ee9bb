import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { errorText } from './api/error-text.ts';
import css from './csv-download.module.css';
import { t } from './i18n/i18n.ts';

/** Downloads a list as CSV. `addressOf` asks the server for the address of the file. */
export function CsvDownload({ addressOf }: { addressOf: () => Promise<string> }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: addressOf,
    // Our own address answers with an attachment, so the page stays open.
    onSuccess: (address) => location.assign(address),
  });
  return (
    <>
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
    </>
  );
}
