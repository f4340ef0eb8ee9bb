import { bikeInspection, bikeLot } from '@seri/contract/lots/records.ts';
import { describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { toInspection } from './inspection-text.ts';

const { portal, client: anna } = ownLotPortal();

const INSPECTION = {
  zones: [
    { zone: 'chassis' as const, rating: '6', notes: [], images: [] },
    {
      zone: 'engine' as const,
      rating: '5',
      notes: [
        { part: 'oil leak', finding: 'none' },
        { part: 'noise', finding: 'small' },
      ],
      images: ['/p/i/1', '/p/i/2'],
    },
  ],
  remarks: ['Scratch on tank', 'Worn tyre'],
};
const bike = (more: Parameters<typeof createLot>[1] = {}) =>
  createLot(portal.database.db, {
    vehicle: 'bike',
    house: 'BDS Kanto',
    isUss: false,
    maker: 'HONDA',
    model: 'CB400SF',
    engine_cc: 400,
    gearbox: 'MT',
    chassis_code: 'NC42',
    chassis_number: 'NC42-1001234',
    mileage_note: 'meter changed',
    inspection: JSON.stringify(INSPECTION),
    videos: ['/p/v/1.mp4', '/p/v/2.mp4'],
    remarks: 'ETC fitted',
    ...more,
  });
const ask = (person: Person | null, call: string, id: number, pageType = 'bikes') =>
  portal.ask(person, 'GET', `/v1/${pageType}/${call}?id=${id}`);

// @covers LOT-17, LOT-26
test('a motorcycle shows all facts of its auction house, and its serial', async () => {
  const id = await bike();
  const { body } = await ask(anna, 'view-lot', id);
  expect(bikeLot.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    bikeCommonDetail: { id: String(id), isUss: false, allowDownloadPhotos: true, info: 'ETC fitted' },
    lotInfo: { rateEng: '5', rateEl: null, rateExt: null, rateFront: null, rateRear: null, rateFrame: '6' },
    bikeInfo: { maker: 'HONDA', model: 'CB400SF', serial: 'NC42-1001234', mileageNote: 'meter changed' },
    bikeSpecification: { engineCC: 400, transmission: 'MT', drive: '', horsePower: null },
    bidInfo: { acceptBid: true },
    wishList: [
      { group: 'A', value: false },
      { group: 'B', value: false },
      { group: 'C', value: false },
      { group: 'D', value: false },
      { group: 'E', value: false },
    ],
  });
});

test('past sales take no bids and have no favorites, their photos can still be downloaded', async () => {
  const { body } = await ask(anna, 'view-lot', await bike(), 'bike-stats');
  expect(body).toMatchObject({ bidInfo: { acceptBid: false }, wishList: [] });
  expect(body.bikeCommonDetail.allowDownloadPhotos).toBe(true);
});

describe('the inspection of a motorcycle', () => {
  test('is visible to all readers who may open the motorcycle', async () => {
    const without = await createPerson(portal.database.db, { permissions: { bikeView: false } });
    expect((await ask(null, 'inspection', await bike())).status).toBe(401);
    expect((await ask(without, 'inspection', await bike())).status).toBe(403);
    expect((await ask(anna, 'inspection', await bike({ is_private: true }))).status).toBe(404);
    expect((await ask(anna, 'inspection', await createLot(portal.database.db))).status).toBe(404);
    expect((await portal.ask(anna, 'GET', '/v1/bikes/inspection')).status).toBe(400);
  });

  // @covers LOT-20
  test.each(['bikes', 'bike-stats'])('is on %s with the published separators', async (pageType) => {
    const { body } = await ask(anna, 'inspection', await bike(), pageType);
    expect(bikeInspection.parse(body)).toEqual(body);
    expect(body).toEqual({
      list: 'A-Scratch on tank B-Worn tyre',
      videos: '/p/v/1.mp4#/p/v/2.mp4',
      rate: [
        { txt: 'Engine:5#oil leak-none,noise-small', img: '/p/i/1#/p/i/2' },
        { txt: 'Chassis:6', img: '' },
      ],
    });
  });

  // @covers LOT-26
  test('is empty where the auction house wrote none, or another shape', async () => {
    const nothing = { list: '', videos: '', rate: [] };
    const without = await bike({ inspection: null, videos: [] });
    expect((await ask(anna, 'inspection', without)).body).toEqual(nothing);
    const other = await bike({ inspection: '{"zones": 1}', videos: [] });
    expect((await ask(anna, 'inspection', other)).body).toEqual(nothing);
    expect((await ask(anna, 'view-lot', other)).body.lotInfo.rateEng).toBeNull();
  });

  test('texts of the auction house cannot contain separators', () => {
    const zones = [
      { zone: 'front' as const, rating: '4-5', notes: [{ part: 'fork: left, right', finding: 'a-b#c' }], images: [] },
    ];
    expect(toInspection({ zones, remarks: ['Fits S-class tyres', 'Oil X-Y'] }, [])).toEqual({
      list: 'A-Fits S class tyres B-Oil X Y',
      videos: '',
      rate: [{ txt: 'Front:4 5#fork left right-a b c', img: '' }],
    });
  });
});
