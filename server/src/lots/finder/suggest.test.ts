import { beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import type { Person } from '../../testing/http/people.ts';
import { createPerson } from '../../testing/http/people.ts';

const { portal, client } = ownLotPortal();

const ask = (person: Person | null, line: string, page = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/${page}/suggest?line=${encodeURIComponent(line)}`);
const first = async (line: string, page?: string) => (await ask(client, line, page)).body.readings[0];
const listed = async (params: string, page = 'car-auction') =>
  (await portal.ask(client, 'GET', `/v1/${page}/listing?open=1&${params}`)).body.pageInfo.totalSearchResults;

beforeAll(async () => {
  const { db } = portal.database;
  const prius = { maker: 'TOYOTA', model: 'PRIUS', color: 'PEARL WHITE', year: 2018, mileage_km: 60_000, lot_no: 4021 };
  await createLot(db, { ...prius, equip: 'AC PS SR', remarks: 'ワンオーナー 禁煙車' });
  await createLot(db, { ...prius, lot_no: 4022, year: 2015, equip: 'AC SRS', remarks: '' });
  await createLot(db, { ...prius, lot_no: 2018, model: 'PRIUS ALPHA', color: 'WHITE', equip: '' });
  await createLot(db, { maker: 'HONDA', model: 'N-BOX', color: 'WHITE', year: 2019, mileage_km: 30_000, lot_no: 77 });
  await createLot(db, { maker: 'TOYOTA', model: 'SECRET', lot_no: 9_001, is_private: true });
});

// @covers FIND-04, FIND-05
describe('a search line', () => {
  test('is refused signed out, without the flag of the page, and beyond its longest length', async () => {
    expect((await ask(null, 'prius')).status).toBe(401);
    const blind = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    expect((await ask(blind, 'prius')).status).toBe(403);
    expect((await ask(client, 'x'.repeat(2_001))).status).toBe(400);
    expect((await portal.ask(client, 'GET', '/v1/car-auction/suggest')).status).toBe(400);
  });

  test.each(['', '   ', '🚗', "'; drop table lots; --", 'x'.repeat(2_000), '\u202e\u200d', '%_\\'])(
    'without meaning has no filters: %#',
    async (line) => {
      const { status, body } = await ask(client, line);
      expect(status).toBe(200);
      for (const reading of body.readings) expect(reading.params).not.toMatch(/maker|model|year/);
    },
  );

  test.each(['prius', 'приус 2018', 'ﾌﾟﾘｳｽ', 'n box white', 'priuss pearl white', 'до 50 тыс км'])(
    'is understood, and its count is that of the list: %s',
    async (line) => {
      const { params, lots } = await first(line);
      expect(params).not.toBe('');
      expect(lots).toBe(await listed(params));
      expect(lots).toBeGreaterThan(0);
    },
  );

  test('looks for other words in trim, equipment and remarks, and leaves out a word that no lot has', async () => {
    const owner = await first('prius ワンオーナー');
    expect(owner).toMatchObject({ lots: 1, rest: [{ text: 'ワンオーナー', lots: 1 }] });
    expect(await listed(owner.params)).toBe(1);
    const unknown = await first('prius blorpmobile');
    expect(unknown).toMatchObject({ lots: 2, rest: [{ text: 'blorpmobile', lots: 0, start: 6, end: 17 }] });
    expect(unknown.params).not.toContain('blorp');
  });

  test('finds equipment by its code, not by a part of another one', async () => {
    expect(await first('prius люк')).toMatchObject({ lots: 1 });
  });

  test('offers a second reading with its own count', async () => {
    const { body } = await ask(client, 'prius 2018');
    expect(body.readings.map(({ text, lots }: { text: string; lots: number }) => [text, lots])).toEqual([
      ['TOYOTA PRIUS, 2018', 1],
    ]);
    const { body: lone } = await ask(client, '2018');
    expect(lone.readings).toMatchObject([
      { text: '2018', lots: 2 },
      { text: 'lot 2018', lots: 1 },
    ]);
  });

  test('completes the last word with models of the page and their counts', async () => {
    const { body } = await ask(client, 'white pri');
    expect(body.completions).toEqual([{ text: 'TOYOTA PRIUS ALPHA, white', params: expect.any(String), lots: 1 }]);
  });

  test('names no private lot, its number or its model to a stranger', async () => {
    const { body } = await ask(client, 'secr');
    expect(JSON.stringify(body)).not.toContain('SECRET');
    expect((await first('9001')).params).toBe('');
  });

  test('means the price that was paid on the page of sales', async () => {
    expect((await first('prius up to 1m yen', 'stats')).params).toContain('soldPriceTo=1000000');
    expect((await first('prius up to 1m yen')).params).toContain('startPriceTo=1000000');
  });
});
