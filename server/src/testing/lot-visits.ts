import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { CarLot } from '@seri/contract/lots/records.ts';
import { expect } from 'vitest';
import { createLot } from './lots.ts';
import { createPerson, type Person, type PersonOptions } from './people.ts';
import type { TestPortal } from './portal.ts';

/** Short words for lots, their readers and bidders, and what each page answers about a lot. */
export function lotVisits(portal: TestPortal) {
  const view = (person: Person | null, id: number | string) =>
    portal.ask(person, 'GET', `/v1/car-auction/view-lot?id=${id}`);
  return {
    view,
    viewOn: (pageType: PageType, reader: Person, id: number) =>
      portal.ask(reader, 'GET', `/v1/${pageType}/view-lot?id=${id}`),
    /** The lot as the car auctions show it to somebody who may open it. */
    seen: async (person: Person, id: number): Promise<CarLot> => {
      const { status, body } = await view(person, id);
      expect(status).toBe(200);
      return body as CarLot;
    },
    lot: (more: Parameters<typeof createLot>[1] = {}) => createLot(portal.database.db, more),
    person: (options: PersonOptions) => createPerson(portal.database.db, options),
    bid: async (owner: Person, lotId: number, status: number): Promise<number> => {
      const { id } = await portal.database.db
        .insertInto('bids')
        .values({
          lot_id: lotId,
          user_id: owner.id,
          placed_by: owner.id,
          lot_source: 'auction',
          amount_yen: 650_000,
          status,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
