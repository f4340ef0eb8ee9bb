import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { AUCTION_TYPES, PASSWORD_PATHS } from '@seri/contract/sharing/routes.ts';
import { registerCalls } from '../app.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { registerPictures } from '../register-photos.ts';
import type { Browser } from './browser.ts';
import { COOKIES, SECRET_KEY } from './doors.ts';
import { flatPictures, flatSheets } from './flat-pictures.ts';
import { createLot } from './lots.ts';
import { createPerson, type Person } from './people.ts';
import { type TestPortal, testPortal } from './portal.ts';

const SHEET = { damages: [], remarksJa: [], seed: 1 };

export type SharedLots = Record<'car' | 'stock' | 'bike' | 'hidden', number>;

/** A portal with pictures, two clients, and lots that carry what a link must not show. */
export async function sharingStage() {
  const folder = mkdtempSync(join(tmpdir(), 'seri-sharing-'));
  const portal = await testPortal((app, database) => {
    registerCalls(app, database, { cookies: COOKIES, secretKey: SECRET_KEY });
    registerPictures(app, database, {
      cacheDir: folder,
      store: folderStore(folder),
      drawn: flatPictures,
      sheets: flatSheets,
      secretKey: SECRET_KEY,
      cookies: COOKIES,
    });
  });
  const { db } = portal.database;
  const anna = await createPerson(db);
  const boris = await createPerson(db);
  const secrets = { manager_note: 'the chain is worn', sheet: JSON.stringify(SHEET), sold_price_yen: 654_321 };
  const lots: SharedLots = {
    car: await createLot(db, { ...secrets, remarks: 'one owner' }),
    stock: await createLot(db, { ...secrets, lot_source: 'stock' }),
    bike: await createLot(db, {
      ...secrets,
      vehicle: 'bike',
      chassis_code: 'NC42',
      chassis_number: 'NC42-1234567',
    }),
    hidden: await createLot(db, { ...secrets, is_private: true, viewers: [anna.id] }),
  };
  return {
    portal,
    anna,
    boris,
    lots,
    close: async () => {
      await portal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks for links to the lots of the stage; where nobody else is named, Anna does. */
export function shareLinks(now: () => { portal: TestPortal; anna: Person; lots: SharedLots }) {
  const lotOf = (page: PageType) => {
    const { lots } = now();
    if (page === 'stock') return lots.stock;
    return page.startsWith('bike') ? lots.bike : lots.car;
  };
  const password = (person: Person | null, page: PageType, lotId: number | string = lotOf(page), more = '') => {
    const name = page.startsWith('bike') ? 'bikeId' : 'carId';
    const query = `${name}=${lotId}&auctionType=${AUCTION_TYPES[page]}${more}`;
    return now().portal.ask(person, 'GET', `/v1/${PASSWORD_PATHS[page]}/password?${query}`);
  };
  return {
    lotOf,
    password,
    shareOf: async (page: PageType, person = now().anna) => (await password(person, page)).body,
  };
}

export const open = (browser: Browser, id: string, code: string) => browser.ask('POST', '/v1/share/open', { id, code });
export const view = (browser: Browser, id: string) => browser.ask('GET', `/v1/share/view-lot?id=${id}`);
