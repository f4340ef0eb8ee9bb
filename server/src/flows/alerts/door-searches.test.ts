import { afterAll, beforeAll, expect, test } from 'vitest';
import { tasksOf } from '../../compose/worker-tasks.ts';
import { insertCostTable } from '../../costs/queries.ts';
import { createLog } from '../../platform/process/log.ts';
import { readCostTable } from '../../testing/fixtures/cost-table.ts';
import { imported } from '../../testing/fixtures/feed.ts';
import { alertPortal, lotAlerts, newLotRow, newModel } from '../../testing/fixtures/lot-alerts.ts';
import type { TestPortal } from '../../testing/http/portal.ts';

let portal: TestPortal;
const { sql, somebody, searching, told } = lotAlerts(() => portal);
beforeAll(async () => {
  portal = await alertPortal();
  await insertCostTable(portal.database.db, readCostTable());
});
afterAll(() => portal.close());

/** The job of the worker, which computes the totals of new lots before it matches them. */
const runJob = () => {
  const tools = { database: portal.database, stopping: AbortSignal.timeout(60_000), log: createLog('test', 'silent') };
  return tasksOf(tools as Parameters<typeof tasksOf>[0]).notify_new_lots();
};

// @covers DOOR-04, LIST-40
test('a saved search by verdict and total notifies of new lots that fit at the door of its owner', async () => {
  const [anna, boris, clara, dora] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const goesTo = (id: number, place: string, currency: string) =>
    sql(`insert into client_doors values ($1, $2, 'person', $3)`, [id, place, currency]);
  await goesTo(anna.id, 'KEMBA', 'KES');
  await goesTo(boris.id, 'USLAX', 'USD');
  await goesTo(clara.id, 'AEJEA', 'AED');
  const model = newModel();
  for (const person of [anna, boris, dora]) await searching(person, { model, more: '&importable=1' });
  await searching(clara, { model, more: '&doorTo=1500000' });
  const size = { lengthMm: 4_400, widthMm: 1_695, heightMm: 1_500 };
  const known = { fuel: 'petrol', hybrid: 'none', steering: 'right', ...size };
  const thisYear = new Date().getUTCFullYear();
  const young = newLotRow(model, { ...known, year: thisYear - 3, startPrice: 3_000_000 });
  const old = newLotRow(model, { ...known, year: thisYear - 30, startPrice: 100_000 });
  await imported(portal.database, [young, old]);
  await runJob();
  // Too old for Kenya, too young for the United States, too dear for the budget; nothing without a destination.
  expect(await told(anna)).toEqual([[young.sourceId]]);
  expect(await told(boris)).toEqual([[old.sourceId]]);
  expect(await told(clara)).toEqual([[old.sourceId]]);
  expect(await told(dora)).toEqual([]);
});
