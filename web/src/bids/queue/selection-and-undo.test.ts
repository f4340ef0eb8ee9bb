import type { BidRow } from '@seri/contract/bids/records.ts';
import { describe, expect, test } from 'vitest';
import { tellSaved } from './notice-texts.ts';
import { type Change, createSelectionAndUndo } from './selection-and-undo.ts';

const change = (bidId: number, patch: Partial<BidRow> = { bidStatus: 2 }): Change => ({
  row: { bidId, bidStatus: 1 } as BidRow,
  patch,
});
const ids = (desk: ReturnType<typeof createSelectionAndUndo>) => [...desk.selected()];

describe('the last changes', () => {
  // @covers MGMT-18
  test('are kept five deep, the newest last', () => {
    const desk = createSelectionAndUndo();
    const changes = [1, 2, 3, 4, 5, 6].map((bidId) => change(bidId));
    for (const one of changes) desk.remember(one);
    const steps = changes.map((one) => [one]);
    expect(desk.steps()).toMatchObject(steps.slice(1));
    desk.forget(desk.steps()[4] ?? []);
    expect(desk.steps()).toMatchObject(steps.slice(1, 5));
  });

  test('are in the order in which they were made, whichever answer comes first', () => {
    const desk = createSelectionAndUndo();
    tellSaved(desk, { ...change(2), madeAtMs: 20 });
    tellSaved(desk, { ...change(1), madeAtMs: 10 });
    expect(desk.steps().map(([step]) => step?.row.bidId)).toEqual([1, 2]);
    expect(desk.notice()?.step).toBe(desk.steps()[1]);
  });

  // @covers MGMT-18
  test('several bids changed at once are one step, of which stays what could not be taken back', () => {
    const desk = createSelectionAndUndo();
    desk.remember(change(1));
    desk.remember(change(2), change(3), change(4, { bidStatus: 7 }));
    const several = desk.steps()[1] ?? [];
    expect(several).toMatchObject([change(2), change(3)]);
    desk.forget(several, several.slice(1));
    expect(desk.steps()).toMatchObject([[change(1)], [change(3)]]);
    desk.forget(desk.steps()[1] ?? []);
    expect(desk.steps()).toMatchObject([[change(1)]]);
  });

  test('a settled win and an order sent again are none that could be taken back', () => {
    const desk = createSelectionAndUndo();
    desk.remember(change(1, { bidStatus: 7 }));
    desk.remember(change(1, { agentOrder: 'waiting' }));
    expect(desk.steps()).toEqual([]);
  });
});

describe('the selection', () => {
  test('takes one bid, gives it back, and with an order all in between', () => {
    const desk = createSelectionAndUndo();
    desk.toggle(3);
    desk.toggle(5, [1, 2, 3, 4, 5]);
    expect(ids(desk)).toEqual([3, 4, 5]);
    desk.toggle(4);
    expect(ids(desk)).toEqual([3, 5]);
    desk.toggle(1, [1, 2, 3, 4, 5]);
    expect(ids(desk).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('all of the page, then none; what has left the page is not meant', () => {
    const desk = createSelectionAndUndo();
    let told = 0;
    desk.subscribe(() => told++);
    desk.toggleAll([1, 2, 3]);
    desk.keep([2, 3, 4]);
    expect(ids(desk)).toEqual([2, 3]);
    desk.keep([2, 3, 4]);
    expect(told).toBe(2);
    desk.toggleAll([2, 3]);
    expect(ids(desk)).toEqual([]);
  });
});
