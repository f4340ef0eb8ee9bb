import type { PageType } from '@seri/contract/lots/page-types.ts';
import { BidPanel } from '../../bids/place/bid-panel.tsx';
import { ShareButton } from '../../sharing/share-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toggleChosen, useChoice } from '../compare/compare-selection.ts';
import { takesBids } from '../core/listing-page.ts';
import { useIsOpen } from '../core/lot-parts.tsx';
import { lotTitle } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import { LotGallery } from '../gallery/lot-gallery-panel.tsx';
import { useHideLot } from '../marks/use-hide-lot.ts';
import css from './lot-opened-window.module.css';
import { bidLabel, shared } from './lot-tools.tsx';
import type { LotWindow } from './lot-windows-context.ts';

interface OpenedWindowProps {
  pageType: PageType;
  isWide: boolean;
  window: LotWindow;
  lot: ListedLot;
  opened: boolean;
  onOpen: (window: LotWindow, lot: ListedLot) => void;
  onClose: () => void;
}

export function OpenedWindow({ pageType, isWide, window, lot, opened, onOpen, onClose }: OpenedWindowProps) {
  const name = lotTitle(lot);
  const isOpen = useIsOpen(lot);
  if (window === 'photos') {
    return <LotGallery pageType={pageType} images={lot.images} name={name} opened={opened} onClose={onClose} />;
  }
  const panel = <BidPanel pageType={pageType} lotId={lot.id} />;
  if (isWide) {
    return (
      <Dialog opened={opened} title={name} onClose={onClose} size={480}>
        {panel}
      </Dialog>
    );
  }
  // One sheet for both, so that moving from the actions to the bid leaves one history entry.
  return (
    <BottomSheet opened={opened} title={name} onClose={onClose}>
      {window === 'bid' ? (
        panel
      ) : (
        <div className={css.actions}>
          {takesBids(pageType) && isOpen && (
            <ActionButton kind="bid" size="lg" onClick={() => onOpen('bid', lot)}>
              {bidLabel(pageType)}
            </ActionButton>
          )}
          <CompareButton pageType={pageType} lot={lot} onDone={onClose} />
          <ShareButton {...shared(pageType, lot)} />
          <HideAction lot={lot} onDone={onClose} />
        </div>
      )}
    </BottomSheet>
  );
}

function HideAction({ lot, onDone }: { lot: ListedLot; onDone: () => void }) {
  const { hide } = useHideLot();
  const press = () => {
    hide({ id: lot.id, name: lotTitle(lot) });
    onDone();
  };
  return (
    <ActionButton kind="plain" size="lg" onClick={press}>
      {t('lots.own.hide')}
    </ActionButton>
  );
}

interface CompareButtonProps {
  pageType: PageType;
  lot: ListedLot;
  onDone: () => void;
}

function CompareButton({ pageType, lot, onDone }: CompareButtonProps) {
  const { isChosen, isFull } = useChoice({ pageType, id: lot.id });
  const toggle = () => {
    toggleChosen({ pageType, id: lot.id, name: lotTitle(lot) });
    onDone();
  };
  return (
    <ActionButton kind="plain" size="lg" disabled={isFull} onClick={toggle}>
      {t(isChosen ? 'lots.pick.remove' : 'lots.pick.name')}
    </ActionButton>
  );
}
