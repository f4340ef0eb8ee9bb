import { expect, test } from 'vitest';
import { type BidFilter, callParameters, choicePatch, chosenIn, clearedOf, tagsOf } from './list-filter.ts';
import { layoutOf, tagLayoutOf } from './list-layouts.ts';

// @covers MGMT-03, MGMT-21, MGMT-24
test('clients filter only the archive, dealers everything but their own bids, managers use most filters', () => {
  expect(layoutOf('my-bid', 'client')).toEqual([]);
  expect(layoutOf('dealer', 'dealer', 'mine')).toEqual([]);
  const lot = ['auctions', 'status', 'group', 'chassisId', 'condition', 'mileage'];
  expect(layoutOf('dealer', 'dealer')).toEqual(['span', 'clients', ...lot, 'bidStatus']);
  expect(layoutOf('index', 'manager')).toEqual(['mine', 'dates', 'clients', ...lot, 'bidStatus']);
  expect(layoutOf('history', 'client')).toEqual(['span', ...lot, 'archiveStatus']);
  expect(layoutOf('history', 'dealer')).toEqual(['span', 'clients', ...lot, 'archiveStatus']);
  expect(layoutOf('history', 'manager')).toEqual(['span', 'mine', 'clients', ...lot, 'archiveStatus']);
});

// @covers API-05
test('choices are sent under the parameter names of the list calls', () => {
  expect(choicePatch('dates', ['2026-11-24'])).toEqual({ auctionDate: ['2026-11-24'] });
  expect(choicePatch('auctions', ['USS Tokyo', 'TAA, Chubu'])).toEqual({ auction: ['USS Tokyo', 'TAA, Chubu'] });
  expect(choicePatch('clients', ['17'])).toEqual({ user: [17] });
  expect(choicePatch('group', ['1'])).toEqual({ bidGroups: [1] });
  expect(chosenIn({ bidGroups: [1, 2] }, 'group')).toEqual(['1', '2']);
});

// @covers API-05
test('the first page is not sent, and no client on a dealer’s own bids', () => {
  expect(callParameters({ page: 1, lotNo: '4021', user: [1] })).toEqual({ lotNo: '4021', user: [1] });
  expect(callParameters({ page: 3, bidType: 'mine' as const, user: [1] })).toEqual({ page: 3, bidType: 'mine' });
  expect(callParameters({ bidType: 'clients' as const, user: [1] })).toEqual({ bidType: 'clients', user: [1] });
});

// @covers MGMT-07
test('each active filter has a tag that removes it alone', () => {
  const filter: BidFilter = { auction: ['USS Tokyo', 'JU Gifu'], mine: '1', auctionDateFrom: '2026-11-01' };
  const tags = tagsOf(filter, ['span', 'mine', 'auctions'], undefined);
  expect(tags.map(({ key }) => key)).toEqual(['from', 'mine', 'auctions-USS Tokyo', 'auctions-JU Gifu']);
  expect(tags.map(({ without }) => without)).toEqual([
    { auctionDateFrom: undefined },
    { mine: undefined },
    { auction: ['JU Gifu'] },
    { auction: ['USS Tokyo'] },
  ]);
  expect(clearedOf(['span', 'mine', 'auctions'])).toEqual({
    auctionDateFrom: undefined,
    auctionDateTo: undefined,
    mine: undefined,
    auction: [],
  });
});

test('every reader can remove the default day of a list, also without its field', () => {
  const today = '2026-11-24';
  const [mine] = tagsOf({ auctionDate: [today] }, tagLayoutOf('my-bid', 'client'), undefined);
  expect(mine).toMatchObject({ text: { day: today }, without: { auctionDate: [] } });
  expect(clearedOf(tagLayoutOf('my-bid', 'client'))).toEqual({ auctionDate: [] });
  const span = { auctionDateFrom: today, auctionDateTo: today };
  for (const bidType of ['mine', 'clients', 'all'] as const) {
    const layout = tagLayoutOf('dealer', 'dealer', bidType);
    expect(tagsOf(span, layout, undefined).map(({ key }) => key)).toEqual(['from', 'to']);
    expect(clearedOf(layout)).toMatchObject({ auctionDateFrom: undefined, auctionDateTo: undefined });
  }
  expect(tagLayoutOf('dealer', 'dealer', 'mine')).not.toContain('clients');
  expect(tagLayoutOf('history', 'client')).toEqual(layoutOf('history', 'client'));
});
