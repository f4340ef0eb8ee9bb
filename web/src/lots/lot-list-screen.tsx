import { useMediaQuery } from '@mantine/hooks';
import { Page } from '../ui/page.tsx';
import { LotPhoneView } from './lot-phone-view.tsx';
import { LotTableView } from './lot-table-view.tsx';
import { useLotSearch } from './use-lot-search.ts';
import { WIDE } from './wide.ts';

export function LotListScreen() {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const lots = useLotSearch();
  return <Page bleed>{isWide ? <LotTableView lots={lots} /> : <LotPhoneView lots={lots} />}</Page>;
}
