import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { IconDots, IconEyeOff } from '@tabler/icons-react';
import { FavoriteButton } from '../../favorites/favorite-panel.tsx';
import { ShareButton } from '../../sharing/share-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { takesBids } from '../core/listing-page.ts';
import { lotTitle } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import { useHideLot } from '../marks/use-hide-lot.ts';
import { useLotWindow } from './lot-windows-context.ts';

interface LotToolsProps {
  pageType: PageType;
  lot: ListedLot;
}

/** Fixed-price lots are ordered, the others bid for. */
export const bidLabel = (pageType: PageType): string =>
  t(PAGE_RULES[pageType].source === 'stock' ? 'lots.tools.orderNow' : 'lots.tools.placeBid');

export const shared = (pageType: PageType, lot: ListedLot) => ({
  pageType,
  lotId: lot.id,
  auctionDate: lot.auctionDate,
  image: lot.images[0] ?? null,
  name: lotTitle(lot),
});

export const Star = ({ pageType, lot }: LotToolsProps) => (
  <FavoriteButton compact pageType={pageType} lotId={lot.id} wishList={lot.wishList} />
);

export const Share = ({ pageType, lot }: LotToolsProps) => <ShareButton compact {...shared(pageType, lot)} />;

/** Leaves the lot out of all own lists, with a notice that takes it back. */
export function HideButton({ lot }: Pick<LotToolsProps, 'lot'>) {
  const { hide, isPending } = useHideLot();
  return (
    <IconButton
      name={t('lots.own.hideNamed', { lot: lotTitle(lot) })}
      disabled={isPending}
      onClick={() => hide({ id: lot.id, name: lotTitle(lot) })}
    >
      <IconEyeOff size={20} stroke={1.5} aria-hidden />
    </IconButton>
  );
}

/** Opens the bid form over the list. */
export function BidButton({ pageType, lot }: LotToolsProps) {
  const open = useLotWindow();
  if (!takesBids(pageType)) return null;
  const word = t(PAGE_RULES[pageType].source === 'stock' ? 'lots.tools.order' : 'lots.tools.bid');
  return (
    // The accessible name starts with the visible text, for voice control.
    <ActionButton kind="plain" size="xs" aria-label={`${word}: ${lotTitle(lot)}`} onClick={() => open('bid', lot)}>
      {word}
    </ActionButton>
  );
}

/** All other actions on a lot in a sheet, since a phone has no room for a row of buttons. */
export function MoreButton({ lot }: Pick<LotToolsProps, 'lot'>) {
  const open = useLotWindow();
  return (
    <IconButton name={t('lots.tools.more', { lot: lotTitle(lot) })} onClick={() => open('more', lot)}>
      <IconDots size={20} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
