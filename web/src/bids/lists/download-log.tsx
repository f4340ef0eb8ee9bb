import { exportLog } from '@seri/contract/bids/log-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { RefusalNote } from '../core/refusal-note.tsx';
import css from './download-log.module.css';

/** Downloads all events of the client's own bids as a file that the client can verify. */
export function DownloadLog() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(exportLog, {}),
    onSuccess: (log) => save(JSON.stringify(log), `bid-log-${log.exportedAt.slice(0, 10)}.json`),
  });
  return (
    <section className={css.log} aria-label={t('bids.log.title')}>
      <p className="quiet small">{t('bids.log.text')}</p>
      <ActionButton kind="plain" size="sm" loading={isPending} onClick={() => mutate()}>
        {t('bids.log.download')}
      </ActionButton>
      {error && <RefusalNote error={error} title={t('bids.log.failed')} />}
    </section>
  );
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
