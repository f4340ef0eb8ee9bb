import { knownLotStatus, lotStatusTone } from '@seri/contract/lots/statuses.ts';
import { textOf } from '../shell/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';

export const lotStatusText = (status: number): string =>
  textOf(`LotStatus.${knownLotStatus(status)}`, 'LotStatus.4538');

export function LotStatus({ status }: { status: number }) {
  return <StatusDot tone={lotStatusTone(status)}>{lotStatusText(status)}</StatusDot>;
}
