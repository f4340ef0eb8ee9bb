import { type ExportQuery, exportBids } from '@seri/contract/bids/list-routes.ts';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import css from '../filters/list-filters.module.css';

interface ListToolsProps {
  /** The list as currently filtered and sorted. */
  query: Partial<ExportQuery> & Pick<ExportQuery, 'list'>;
  children?: ReactNode;
}

/** Export and print buttons of a list. */
export function ListTools({ query, children }: ListToolsProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(exportBids, { query }),
    // Our own address answers with an attachment, so the page stays open.
    onSuccess: (address) => location.assign(address),
  });
  return (
    <div className={css.tools}>
      {children}
      <IconButton bordered name={t('bids.tools.csv')} disabled={isPending} onClick={() => mutate()}>
        <IconDownload size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton bordered name={t('bids.tools.print')} className={css.print} onClick={() => window.print()}>
        <IconPrinter size={20} stroke={1.5} aria-hidden />
      </IconButton>
      <span role="alert" className={css.failed}>
        {error && errorText(error)}
      </span>
    </div>
  );
}
