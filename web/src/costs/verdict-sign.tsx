import type { DoorVerdict } from '@seri/contract/costs/verdicts.ts';
import { IconAlertTriangle, IconBan, IconCheck } from '@tabler/icons-react';
import css from './door-row.module.css';

const TONE: Record<DoorVerdict, 'green' | 'amber' | 'red'> = {
  allowed: 'green',
  needs: 'green',
  unknown: 'amber',
  depends: 'amber',
  forbidden: 'red',
  sanctioned: 'red',
};
const SIGN = { green: IconCheck, amber: IconAlertTriangle, red: IconBan };

/** The sign of a verdict: tick, warning or ban. The text beside it, or `label`, says what it means. */
export function VerdictSign({ verdict, label }: { verdict: DoorVerdict; label?: string }) {
  const tone = TONE[verdict];
  const Sign = SIGN[tone];
  const sign = <Sign size={18} stroke={2} aria-hidden />;
  return label ? (
    <span className={css.sign} data-tone={tone} role="img" aria-label={label}>
      {sign}
    </span>
  ) : (
    <span className={css.sign} data-tone={tone}>
      {sign}
    </span>
  );
}
