import type { DoorVerdict } from '@seri/contract/costs/verdicts.ts';
import { t } from '../shell/i18n/i18n.ts';
import css from './door.module.css';
import { VerdictSign } from './verdict-sign.tsx';

/** Whether the vehicle may be imported, in words. */
export const VerdictText = ({ verdict, country }: { verdict: DoorVerdict; country: string }) => (
  <span className={css.verdict}>
    <VerdictSign verdict={verdict} /> <b>{t(`costs.verdict.${verdict}`, { country })}</b>
  </span>
);
