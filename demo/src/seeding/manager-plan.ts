import type { FavoriteGroup } from '@seri/contract/favorites/routes.ts';
import type { Alert } from '@seri/contract/searches/routes.ts';

interface SimilarLots {
  vehicle?: 'car' | 'bike';
  maker: string;
  model: string;
}

/** Favorites: the person, and similar lots in a group. */
export const DEMO_FAVORITES: readonly { who: string; group: FavoriteGroup; of: SimilarLots; count: number }[] = [
  { who: 'client', group: 'A', of: { maker: 'TOYOTA', model: 'HARRIER' }, count: 3 },
  { who: 'client', group: 'B', of: { maker: 'HONDA', model: 'VEZEL' }, count: 3 },
  { who: 'client', group: 'C', of: { maker: 'SUZUKI', model: 'JIMNY' }, count: 2 },
  { who: 'client', group: 'D', of: { vehicle: 'bike', maker: 'HONDA', model: 'REBEL 250' }, count: 2 },
  { who: 'client', group: 'E', of: { maker: 'TOYOTA', model: 'PRIUS' }, count: 4 },
  { who: 'client2', group: 'A', of: { maker: 'TOYOTA', model: 'LAND CRUISER PRADO' }, count: 3 },
  { who: 'client2', group: 'B', of: { maker: 'MITSUBISHI', model: 'DELICA D:5' }, count: 3 },
  { who: 'dealer', group: 'A', of: { maker: 'TOYOTA', model: 'HIACE VAN' }, count: 4 },
  { who: 'dealer', group: 'B', of: { maker: 'NISSAN', model: 'SERENA' }, count: 3 },
  { who: 'dealer', group: 'C', of: { maker: 'SUZUKI', model: 'CARRY TRUCK' }, count: 3 },
  { who: 'restricted', group: 'A', of: { maker: 'TOYOTA', model: 'COROLLA FIELDER' }, count: 3 },
  { who: 'buyer1', group: 'A', of: { maker: 'MAZDA', model: 'CX-5' }, count: 2 },
  { who: 'buyer2', group: 'A', of: { maker: 'SUBARU', model: 'FORESTER' }, count: 2 },
  { who: 'buyer3', group: 'A', of: { maker: 'HONDA', model: 'FIT' }, count: 2 },
  { who: 'manager', group: 'A', of: { maker: 'TOYOTA', model: 'ALPHARD' }, count: 3 },
];

/** Saved searches; for those with an alert some upcoming lots are new. */
export const DEMO_SEARCHES: readonly { who: string; title: string; of: SimilarLots; more?: string; alert: Alert }[] = [
  {
    who: 'client',
    title: 'Harrier from 2018',
    of: { maker: 'TOYOTA', model: 'HARRIER' },
    more: '&yearFrom=2018',
    alert: 'instant',
  },
  { who: 'client', title: 'Jimny', of: { maker: 'SUZUKI', model: 'JIMNY' }, alert: 'instant' },
  { who: 'client', title: 'Vezel', of: { maker: 'HONDA', model: 'VEZEL' }, alert: 'off' },
  {
    who: 'client2',
    title: 'Прадо, дизель и бензин',
    of: { maker: 'TOYOTA', model: 'LAND CRUISER PRADO' },
    alert: 'instant',
  },
  { who: 'client2', title: 'Делика', of: { maker: 'MITSUBISHI', model: 'DELICA D:5' }, alert: 'off' },
  { who: 'dealer', title: 'Hiace for Auckland', of: { maker: 'TOYOTA', model: 'HIACE VAN' }, alert: 'instant' },
  {
    who: 'dealer',
    title: 'Aqua from 2017',
    of: { maker: 'TOYOTA', model: 'AQUA' },
    more: '&yearFrom=2017',
    alert: 'off',
  },
  { who: 'restricted', title: 'Corolla Fielder', of: { maker: 'TOYOTA', model: 'COROLLA FIELDER' }, alert: 'off' },
  { who: 'buyer1', title: 'CX-5', of: { maker: 'MAZDA', model: 'CX-5' }, alert: 'off' },
  { who: 'buyer2', title: 'Forester', of: { maker: 'SUBARU', model: 'FORESTER' }, alert: 'off' },
  { who: 'buyer3', title: 'Fit', of: { maker: 'HONDA', model: 'FIT' }, alert: 'off' },
  { who: 'manager', title: 'Alphard', of: { maker: 'TOYOTA', model: 'ALPHARD' }, alert: 'off' },
];

export const NEWS_OF_A_SEARCH = 4;

/** Bank transfers for a manager to assign: no code in the reference, or two. */
export const demoTransfers = (today: string, codes: readonly [string, string]) => [
  {
    ...{ bankId: 'DEMO-20117', amountYen: 250_000, sender: 'SOKOLOV IVAN', reference: 'PAYMENT FOR CAR' },
    receivedOn: today,
  },
  {
    ...{ bankId: 'DEMO-20112', amountYen: 480_000, sender: 'NORTH STAR AUTO', reference: codes.join(' ') },
    receivedOn: today,
  },
];

/** Names as a partner spells them, with the canonical names. */
export const PARTNER_NAMES = [
  { maker: 'MAZDA', model: 'CX-5', wrote: { model: 'CX5' } },
  { maker: 'NISSAN', model: 'X-TRAIL', wrote: { model: 'XTRAIL' } },
  { maker: 'HONDA', model: 'N-BOX', wrote: { model: 'N BOX' } },
  { maker: 'MERCEDES-BENZ', model: 'C-CLASS', wrote: { maker: 'MERCEDES BENZ' } },
  { maker: 'TOYOTA', model: 'AQUA', wrote: { color: 'SUPER WHITE II' } },
  { maker: 'HONDA', model: 'FIT', wrote: { color: 'PREMIUM SUNLIGHT WHITE PEARL' } },
  { maker: 'SUZUKI', model: 'JIMNY', wrote: { equip: 'AC PS PW ABS AW LIFTUP WINCH' } },
] as const;
