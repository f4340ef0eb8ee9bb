import { ROLE } from '@seri/contract/auth/permissions.ts';
import { updateAutoBid } from '@seri/contract/bids/edit-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import css from './auto-bid-switch.module.css';

interface AutoBidSwitchProps {
  row: BidRow;
  saving: RowSave;
}

/**
 * Switch for automatic forwarding of this bid to the agent. Fixed-price orders and bids of troublesome clients always
 * wait.
 */
export function AutoBidSwitch({ row, saving }: AutoBidSwitchProps) {
  const { mutateAsync } = useVersionedMutation(updateAutoBid);
  const [pending, setPending] = useState<{ autoBid: boolean; seenVersion: number } | null>(null);
  const isOn = row.autoBid ?? false;
  const send = useEffectEvent(({ autoBid, seenVersion }: { autoBid: boolean; seenVersion: number }) => {
    setPending(null);
    if (autoBid === isOn) return;
    const body = { bidId: row.bidId, autoBid };
    void saving.save({ autoBid }, (version) => mutateAsync({ body, version }), seenVersion);
  });
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => send(pending), DELAY_MS.autobid);
    return () => clearTimeout(timer);
  }, [pending]);

  if (row.lotSource === 'stock') return <span className="quiet">–</span>;
  const isTroublesome = row.user && 'userLevel' in row.user && row.user.userLevel === ROLE.troublesome;
  const isOpen = !row.archived && EDITABLE_STATUSES.includes(row.bidStatus ?? 0) && (isOn || !isTroublesome);
  const label = t('bids.row.autoBid', { lotNo: row.lotNo });
  return (
    <input
      type="checkbox"
      role="switch"
      className={css.switch}
      aria-label={label}
      title={isTroublesome ? t('bids.row.noAutoBid') : label}
      disabled={saving.isSaving || !isOpen}
      aria-checked={pending?.autoBid ?? isOn}
      checked={pending?.autoBid ?? isOn}
      onChange={(event) => setPending({ autoBid: event.currentTarget.checked, seenVersion: row.version })}
    />
  );
}
