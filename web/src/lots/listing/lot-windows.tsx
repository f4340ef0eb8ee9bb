import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { withAllTexts } from '../../shell/i18n/i18n.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { ListedLot } from '../core/queries.ts';
import { type LotWindow, LotWindowContext } from './lot-windows-context.ts';

const OpenedWindow = lazyPart(
  withAllTexts(() => import('./lot-opened-window.tsx')),
  'OpenedWindow',
);

interface LotWindowsProps {
  pageType: PageType;
  isWide: boolean;
  children: ReactNode;
}

/** List whose lots open photos, bid form and further actions on top; the windows load on first use. */
export function LotWindows({ pageType, isWide, children }: LotWindowsProps) {
  const [shown, setShown] = useState<{ window: LotWindow; lot: ListedLot; opened: boolean } | null>(null);
  const open = useCallback((window: LotWindow, lot: ListedLot) => setShown({ window, lot, opened: true }), []);
  return (
    <LotWindowContext value={open}>
      {children}
      {shown && (
        <Suspense>
          <OpenedWindow
            key={shown.lot.id}
            {...shown}
            pageType={pageType}
            isWide={isWide}
            onOpen={open}
            onClose={() => setShown({ ...shown, opened: false })}
          />
        </Suspense>
      )}
    </LotWindowContext>
  );
}
