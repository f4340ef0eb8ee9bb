import { IconColumns2, IconLayoutGrid, IconMenu2 } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { Segmented } from '../../ui/actions/segmented.tsx';
import { LOT_VIEWS, type LotViewName } from './lot-views.ts';

const ICONS = { rows: IconMenu2, cards: IconLayoutGrid, columns: IconColumns2 };

interface ViewSwitcherProps {
  view: LotViewName;
  onChange: (view: LotViewName) => void;
}

export const ViewSwitcher = ({ view, onChange }: ViewSwitcherProps) => (
  <Segmented
    name={t('lots.view.name')}
    value={view}
    onChange={onChange}
    options={LOT_VIEWS.map((value) => {
      const Icon = ICONS[value];
      return { value, name: t(`lots.view.${value}`), label: <Icon size={20} stroke={1.5} aria-hidden /> };
    })}
  />
);
