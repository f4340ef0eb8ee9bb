import { useState } from 'react';
import { readStored, writeStored } from '../../shell/i18n/storage.ts';

/** Rows, a grid of cards, and two columns of wide cards (business-rules.md#lot-views). */
export const LOT_VIEWS = ['rows', 'cards', 'columns'] as const;
export type LotViewName = (typeof LOT_VIEWS)[number];

const stored = (): LotViewName => LOT_VIEWS.find((view) => view === readStored('view')) ?? 'rows';

/** Layout of listings in this browser. */
export function useLotView() {
  const [view, setView] = useState(stored);
  const choose = (chosen: LotViewName) => {
    writeStored('view', chosen);
    setView(chosen);
  };
  return [view, choose] as const;
}
