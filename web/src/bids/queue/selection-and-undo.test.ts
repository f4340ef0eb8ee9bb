import type { BidRow } from '@seri/contract/bids/records.ts';
import { describe, expect, test } from 'vitest';
import { showSavedNotice } from './notice-texts.ts';
import { type Change, createSelectionAndUndo } from './selection-and-undo.ts';

const change = (bidId: number, patch: Partial<BidRow> = { bidStatus: 2 }): Change => ({
  row: { bidId, bidStatus: 1 } as BidRow,
  patch,
});
const ids = (store: ReturnType<typeof createSelectionAndUndo>) => [...store.selected()];

describe('the last changes', () => {
  // @covers MGMT-18
  test('include the last five, newest last', () => {
    const store = createSelectionAndUndo();
    const changes = [1, 2, 3, 4, 5, 6].map((bidId) => change(bidId));
    for (const one of changes) store.remember(one);
    const steps = changes.map((one) => [one]);
    expect(store.steps()).toMatchObject(steps.slice(1));
    store.forget(store.steps()[4] ?? []);
    expect(store.steps()).toMatchObject(steps.slice(1, 5));
  });

  test('are in the order they were made, independent of the answers', () => {
    const store = createSelectionAndUndo();
    showSavedNotice(store, { ...change(2), madeAtMs: 20 });
    showSavedNotice(store, { ...change(1), madeAtMs: 10 });
    expect(store.steps().map(([step]) => step?.row.bidId)).toEqual([1, 2]);
    expect(store.notice()?.step).toBe(store.steps()[1]);
  });

  // @covers MGMT-18
  test('bids changed together are one step, which keeps the changes that could not be undone', () => {
    const store = createSelectionAndUndo();
    store.remember(change(1));
    store.remember(change(2), change(3), change(4, { bidStatus: 7 }));
    const several = store.steps()[1] ?? [];
    expect(several).toMatchObject([change(2), change(3)]);
    store.forget(several, several.slice(1));
    expect(store.steps()).toMatchObject([[change(1)], [change(3)]]);
    store.forget(store.steps()[1] ?? []);
    expect(store.steps()).toMatchObject([[change(1)]]);
  });

  test('are sent with the version that the manager saw or made, never with an older one', () => {
    const store = createSelectionAndUndo();
    expect(store.versionOf(1, 4)).toBe(4);
    store.noteVersion(1, 5);
    expect(store.versionOf(1, 4)).toBe(5);
    // The list shows a later change of somebody else.
    expect(store.versionOf(1, 6)).toBe(6);
    expect(store.versionOf(2, 1)).toBe(1);
  });

  // @covers MGMT-18
  test('are undone last first: one that is not answered yet is the last, and is asked about once it is saved', () => {
    const store = createSelectionAndUndo();
    const save = (bidId: number) => {
      store.remember(change(bidId));
      store.noteAnswered(true);
    };
    store.noteSent();
    save(1);
    store.noteSent();
    store.requestUndoOfLatest();
    expect(store.undoing()).toBeNull();
    save(2);
    expect(store.undoing()).toMatchObject([change(2)]);
    store.closeUndo();

    // Refused: the change before it is not undone instead.
    store.noteSent();
    store.requestUndoOfLatest();
    store.noteAnswered(false);
    expect(store.undoing()).toBeNull();
    // Nor is a change made after the request.
    store.noteSent();
    store.requestUndoOfLatest();
    store.noteSent();
    save(3);
    save(4);
    expect(store.undoing()).toBeNull();
    store.requestUndoOfLatest();
    expect(store.undoing()).toMatchObject([change(4)]);
  });

  test('exclude a settled win and a resent order', () => {
    const store = createSelectionAndUndo();
    store.remember(change(1, { bidStatus: 7 }));
    store.remember(change(1, { agentOrder: 'waiting' }));
    expect(store.steps()).toEqual([]);
  });
});

describe('the selection', () => {
  test('toggles one bid, and with an order all in between', () => {
    const store = createSelectionAndUndo();
    store.toggle(3);
    store.toggle(5, [1, 2, 3, 4, 5]);
    expect(ids(store)).toEqual([3, 4, 5]);
    store.toggle(4);
    expect(ids(store)).toEqual([3, 5]);
    store.toggle(1, [1, 2, 3, 4, 5]);
    expect(ids(store).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('toggles all of the page, then none, and drops bids that have left the page', () => {
    const store = createSelectionAndUndo();
    let notified = 0;
    store.subscribe(() => notified++);
    store.toggleAll([1, 2, 3]);
    store.retainSelected([2, 3, 4]);
    expect(ids(store)).toEqual([2, 3]);
    store.retainSelected([2, 3, 4]);
    expect(notified).toBe(2);
    store.toggleAll([2, 3]);
    expect(ids(store)).toEqual([]);
  });
});
