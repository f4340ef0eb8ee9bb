import type { BidRow } from '@seri/contract/bids/records.ts';
import { MANAGER_BUTTONS } from '@seri/contract/bids/statuses.ts';
import { IconHistory, IconMessage, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import type { RowActions } from '../queue/use-row-actions.ts';
import { StatusTile } from '../status/status-block.tsx';
import { isPossible } from '../status/status-change.ts';

export interface MenuLine {
  key: string;
  icon: ReactNode;
  label: string;
  /** The key that does the same; shown at the end of the line. */
  shortcut: string;
  isCurrent?: boolean;
  isStatus: boolean;
  disabled: boolean;
  choose: () => void;
}

interface MenuLinesOf {
  row: BidRow;
  actions: RowActions;
  /** Where the row has no button for the chat. */
  withChat?: boolean;
}

/** Lines of the menu of a bid: all six statuses, then edit form, history and chat. */
export function menuLines({ row, actions, withChat = false }: MenuLinesOf): MenuLine[] {
  const statuses = actions.maySetStatus ? MANAGER_BUTTONS : [];
  return [
    ...statuses.map(
      (status): MenuLine => ({
        key: String(status),
        icon: <StatusTile status={status} />,
        label: bidStatusText(status, false),
        shortcut: String(status),
        isCurrent: status === row.bidStatus,
        isStatus: true,
        disabled: actions.saving.isSaving || (status !== row.bidStatus && !isPossible(row, status)),
        choose: () => actions.requestStatus(status),
      }),
    ),
    ...(actions.mayEdit
      ? [
          {
            key: 'edit',
            icon: <IconPencil size={20} stroke={1.5} aria-hidden />,
            label: t('bids.menu.edit'),
            shortcut: 'E',
            isStatus: false,
            disabled: actions.saving.isSaving,
            choose: actions.openEdit,
          },
        ]
      : []),
    {
      key: 'history',
      icon: <IconHistory size={20} stroke={1.5} aria-hidden />,
      label: t('bids.menu.history'),
      shortcut: 'H',
      isStatus: false,
      disabled: false,
      choose: actions.openHistory,
    },
    ...(withChat
      ? [
          {
            key: 'chat',
            icon: <IconMessage size={20} stroke={1.5} aria-hidden />,
            label: t('bids.menu.chat'),
            shortcut: 'C',
            isStatus: false,
            disabled: false,
            choose: actions.openChat,
          },
        ]
      : []),
  ];
}
