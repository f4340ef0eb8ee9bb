import { ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { lotStatusLabel } from '@seri/contract/lots/choice-words.ts';
import { MILEAGE_MARK_WORDS } from '@seri/contract/lots/mileage.ts';
import { colorIn } from '@seri/contract/lots/vehicle-words.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { CsvColumn } from '../../platform/http/csv-file.ts';
import { bidStatusLabel, isRussian } from '../core/texts.ts';

type Column = CsvColumn<BidRow>;

/** Heading and cell of each column in the reader's language, without columns whose values the reader may not see. */
export function columnsFor(currentUser: CurrentUser): Column[] {
  const russian = isRussian(currentUser);
  const translate = (en: string, ru: string) => (russian ? ru : en);
  const column = (en: string, ru: string, cell: Column['cell']): Column => ({ heading: translate(en, ru), cell });
  const { adjustmentPriceShow, exportTypeShow } = currentUser.permissions;
  const seesClients = currentUser.userType === USER_TYPE.manager || currentUser.roleId === ROLE.dealer;
  return [
    column('Bid', 'Ставка', (row) => row.bidId),
    column('Lot', 'Лот', (row) => row.lotNo),
    column('Auction', 'Аукцион', (row) => row.auctionName),
    column('Time in Japan', 'Время в Японии', ({ auctionDate }) => auctionDate.slice(0, 16).replace('T', ' ')),
    column('Maker', 'Марка', (row) => row.maker),
    column('Model', 'Модель', (row) => row.model),
    column('Year', 'Год', (row) => row.year),
    column('Chassis', 'Кузов', (row) => row.chassis),
    column('Grade', 'Оценка', (row) => row.condition),
    column('Mileage (km)', 'Пробег (км)', (row) => row.mileage),
    column('Odometer', 'Одометр', ({ mileageMark: mark }) =>
      mark ? MILEAGE_MARK_WORDS[russian ? 'ru' : 'en'][mark] : null,
    ),
    column('Engine (cc)', 'Двигатель (см³)', (row) => row.engine),
    column('Gearbox', 'Коробка', (row) => row.gearbox),
    column('Color', 'Цвет', (row) => colorIn(row.color, russian ? 'ru' : 'en')),
    column('Lot status', 'Статус лота', (row) => lotStatusLabel(row.status, russian)),
    column('Start price (yen)', 'Старт (иен)', (row) => row.startPrice),
    column('Sold price (yen)', 'Продано (иен)', (row) => row.soldPrice),
    column('Bid (yen)', 'Ставка (иен)', (row) => row.bidAmount),
    ...(adjustmentPriceShow ? [column('Overbid (yen)', 'Превышение (иен)', (row) => row.adjustmentPrice ?? null)] : []),
    ...(exportTypeShow ? [column('Export type', 'Вид экспорта', (row) => row.exportType ?? null)] : []),
    column('Group', 'Группа', ({ bidGroup }) => (bidGroup === null ? null : groupLabel(bidGroup))),
    column('Status', 'Статус', ({ bidStatus }) => (bidStatus === null ? null : bidStatusLabel(bidStatus, currentUser))),
    ...(seesClients
      ? [
          column('Client', 'Клиент', ({ user }) => user?.name ?? null),
          column('Client no.', 'Номер клиента', ({ user }) => user?.clientId ?? null),
        ]
      : []),
    ...(currentUser.userType === USER_TYPE.manager
      ? [
          // Without a limit the cell is empty.
          column('Free to bid (yen)', 'Свободно (иен)', ({ user }) => moneyOf(user)?.bidAllow ?? null),
          column('Balance (yen)', 'Баланс (иен)', ({ user }) => moneyOf(user)?.balance ?? null),
        ]
      : []),
  ];
}

const moneyOf = (user: BidRow['user']) => (user && 'balance' in user ? user : null);
