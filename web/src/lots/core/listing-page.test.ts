import { PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import { expect, test } from 'vitest';
import { hasAuctionDays, photosShown, searchFieldsOf, showsPrices, sortsOf, takesBids } from './listing-page.ts';

test('cars sort by both prices, motorcycles by the one they show, fixed-price lots by none; upcoming lots by the average and the total', () => {
  const always = ['auctionDate', 'year', 'condition', 'mileage'];
  const facts = ['power', 'engine', 'age', 'added'];
  expect(Object.fromEntries(PAGE_TYPES.map((pageType) => [pageType, sortsOf(pageType)]))).toEqual({
    'car-auction': [...always, 'startPrice', 'soldPrice', 'averagePrice', ...facts, 'door'],
    stock: [...always, ...facts],
    stats: [...always, 'startPrice', 'soldPrice', ...facts],
    bikes: [...always, 'startPrice', 'averagePrice', ...facts, 'door'],
    'bike-stats': [...always, 'soldPrice', ...facts],
  });
});

test('motorcycles are searched by lot number and model, cars by chassis and equipment as well', () => {
  expect(searchFieldsOf('bikes')).toEqual(['lotNo', 'model']);
  expect(searchFieldsOf('bike-stats')).toEqual(['lotNo', 'model']);
  expect(searchFieldsOf('stock')).toEqual(['lotNo', 'model', 'chassisId', 'equip']);
});

test('upcoming auction days are offered where lots are auctioned', () => {
  expect(PAGE_TYPES.filter(hasAuctionDays)).toEqual(['car-auction', 'bikes']);
});

test('only fixed-price lots hide their prices; past sales show two photos and accept no bids', () => {
  expect(PAGE_TYPES.filter((pageType) => !showsPrices(pageType))).toEqual(['stock']);
  expect(PAGE_TYPES.filter((pageType) => photosShown(pageType) === 2)).toEqual(['stats', 'bike-stats']);
  expect(PAGE_TYPES.filter((pageType) => !takesBids(pageType))).toEqual(['stats', 'bike-stats']);
});
