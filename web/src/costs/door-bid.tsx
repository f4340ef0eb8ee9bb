import { doorTotal } from '@seri/contract/costs/estimate.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { inReaderLanguage } from './cost-texts.ts';
import css from './door.module.css';
import { costingOf, totalText } from './door-parts.tsx';
import { VerdictText } from './door-verdict.tsx';
import { costQueries } from './queries.ts';

export interface DoorBidProps {
  id: string;
  /** Shown while the costs load. */
  room: ReactNode;
  pageType: PageType;
  lotId: string;
  /** Null: none is typed, so the likely price counts. */
  amountYen: number | null;
  /** The server has asked for the consent. */
  isAsked: boolean;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
  /** Whether the verdict keeps the bid back: sanctions always, a prohibition until it is accepted. */
  onBlock: (isBlocked: boolean) => void;
}

export function DoorBid(props: DoorBidProps) {
  const { id, room, pageType, lotId, amountYen, isAsked, isAccepted, onAccept, onBlock } = props;
  const { data, isPending } = useQuery(costQueries.lot(pageType, lotId));
  const costing = useMemo(() => (data ? costingOf(data) : null), [data]);
  const priceYen = amountYen ?? data?.likelyYen ?? null;
  const total = useMemo(
    () => (costing && priceYen !== null && priceYen > 0 ? doorTotal(priceYen, costing) : null),
    [costing, priceYen],
  );
  // Nothing is refused on a guess: only a destination that the client has chosen counts.
  const verdict = data?.door.isChosen ? total?.verdict : undefined;
  const isBlocked = verdict === 'sanctioned' || (verdict === 'forbidden' && !isAccepted);
  useEffect(() => onBlock(isBlocked), [isBlocked, onBlock]);
  const consent = (
    <label className={css.accept}>
      <input type="checkbox" checked={isAccepted} onChange={(event) => onAccept(event.currentTarget.checked)} />
      <span>{t('costs.acceptForbidden')}</span>
    </label>
  );
  if (isPending && !isAsked) return room;
  if (!data?.table || !total || !costing) return isAsked && <div className={css.bid}>{consent}</div>;
  return (
    <div className={css.bid} id={id}>
      <div className={css.bidTotal}>
        <span>{t('costs.title')}</span>
        <b>{totalText(total, data.door.currency, data.table)}</b>
      </div>
      <VerdictText verdict={total.verdict} country={inReaderLanguage(costing.door.destination.country)} />
      {verdict === 'sanctioned' && <p role="alert">{t('costs.sanctionedBid')}</p>}
      {(verdict === 'forbidden' || isAsked) && consent}
    </div>
  );
}
