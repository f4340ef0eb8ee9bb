import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openNotice } from './push-notice.ts';

const LOT = '/car-auction/7';
const OWN = 'https://seri.example';

/** A window of the browser; one with a program answers what it receives. */
function aWindow(path: string, { hasProgram = true, hasFocus = true } = {}) {
  const received: unknown[] = [];
  const navigate = vi.fn(async (_url: string) => null);
  const postMessage = (message: object, [port]: Transferable[]) => {
    received.push(message);
    if (hasProgram) (port as MessagePort).postMessage(0);
  };
  const focus = vi.fn(async () => {
    if (!hasFocus) throw new Error('not allowed');
  });
  return { url: OWN + path, focus, navigate, postMessage, received };
}

function browser(...windows: ReturnType<typeof aWindow>[]) {
  const openWindow = vi.fn(async (_url: string) => null);
  return { matchAll: async () => windows, openWindow, claim: async () => {} };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

// @covers REACH-02
describe('a tap on a notice', () => {
  it('opens a window when none is open, and only a page of the portal', async () => {
    for (const [path, opened] of [
      [LOT, LOT],
      ['https://elsewhere.example/', '/notifications'],
      ['//elsewhere.example', '/notifications'],
      [undefined, '/notifications'],
    ]) {
      const clients = browser();
      await openNotice(clients, path);
      expect(clients.openWindow.mock.calls).toEqual([[opened]]);
    }
  });

  it('is opened by the page that is open, even without the focus, and not loaded anew', async () => {
    for (const hasFocus of [true, false]) {
      const open = aWindow('/bids', { hasFocus });
      const clients = browser(open);
      await openNotice(clients, LOT);
      expect(open.focus).toHaveBeenCalledTimes(1);
      expect(open.received).toEqual([{ path: LOT }]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect([open.navigate.mock.calls, clients.openWindow.mock.calls]).toEqual([[], []]);
    }
  });

  it('loads the lot in a page whose program does not answer', async () => {
    const open = aWindow('/bids', { hasProgram: false });
    const clients = browser(open);
    const opening = openNotice(clients, LOT);
    await vi.advanceTimersByTimeAsync(60_000);
    await opening;
    expect(open.navigate.mock.calls).toEqual([[LOT]]);
  });

  it('leaves a window with a document alone', async () => {
    const document = aWindow('/v1/payments/statement', { hasProgram: false });
    const screen = aWindow('/bids');
    const clients = browser(document, screen);
    await openNotice(clients, LOT);
    expect([document.received, screen.received]).toEqual([[], [{ path: LOT }]]);
    const alone = browser(document);
    await openNotice(alone, LOT);
    expect(alone.openWindow.mock.calls).toEqual([[LOT]]);
  });
});
