import type { Page } from '@playwright/test';

const USUAL_PX = 16;
const USUAL_FIXED_PX = 13;

/**
 * As set by a reader in the browser before opening the page. Chromium does not judge container queries in rem again
 * when the size changes under an open page, only when a container changes its width.
 */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: (USUAL_PX * percent) / 100, fixed: (USUAL_FIXED_PX * percent) / 100 },
  });
  await session.detach();
  for (const paddingRight of ['1px', ''])
    await page.evaluate(async (padding) => {
      document.body.style.paddingRight = padding;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, paddingRight);
}

/** Texts that are cut off, overlap others, leave their button, or lie beyond the edge of the page. */
export const lostWords = (page: Page): Promise<string[]> =>
  page.evaluate((width) => {
    /** Content further down repeats the content above. */
    const DEEP_PX = 4_000;
    const TOLERANCE_PX = 3;
    interface Line {
      words: string;
      node: Node;
      box: DOMRect;
    }
    const windows = document.querySelectorAll('[role="dialog"]');
    const place = windows[windows.length - 1] ?? document.body;
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (one: Element) => {
      const known = styles.get(one) ?? getComputedStyle(one);
      styles.set(one, known);
      return known;
    };
    const knownBoxes = new Map<Element, DOMRect>();
    const boxOf = (one: Element) => {
      const known = knownBoxes.get(one) ?? one.getBoundingClientRect();
      knownBoxes.set(one, known);
      return known;
    };
    const upFrom = function* (one: Element | null): Generator<Element> {
      for (let at = one; at && at !== document.body; at = at.parentElement) yield at;
    };
    const isForEars = (one: Element) => [...upFrom(one)].some((at) => styleOf(at).clipPath !== 'none');
    const stays = (one: Element) => [...upFrom(one)].some((at) => /fixed|sticky/.test(styleOf(at).position));
    const sticksOut = (line: DOMRect, box: DOMRect, axis: 'x' | 'y') =>
      axis === 'x'
        ? line.left < box.left - TOLERANCE_PX || line.right > box.right + TOLERANCE_PX
        : line.top < box.top - 2 * TOLERANCE_PX || line.bottom > box.bottom + 2 * TOLERANCE_PX;

    /** Position at which a line leaves its container: `cut` by a clipping box, `out` of a button; null in scrolling ones. */
    const isLost = (from: Element, line: DOMRect): string | null => {
      let [watchX, watchY] = [true, true];
      for (const at of upFrom(from)) {
        const { overflowX, overflowY } = styleOf(at);
        const box = boxOf(at);
        if (/auto|scroll/.test(overflowX)) watchX = false;
        if (/auto|scroll/.test(overflowY)) watchY = false;
        const isButton = at.matches('button, a[data-size], [role="tab"]');
        if (watchX && (isButton || overflowX !== 'visible') && sticksOut(line, box, 'x'))
          return isButton ? 'out' : 'cut';
        if (watchY && (isButton || overflowY !== 'visible') && sticksOut(line, box, 'y'))
          return isButton ? 'out' : 'cut';
      }
      return watchX && (line.right > width + 1 || line.left < -1) ? 'beyond' : null;
    };

    const findings: string[] = [];
    const lines: Line[] = [];
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (!words || !parent || boxOf(parent).top + scrollY > DEEP_PX) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest('[inert], svg, option') || isForEars(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (!boxes[0] || boxes[0].top + scrollY > DEEP_PX) continue;
      const lost = boxes.map((box) => isLost(parent, box)).find((how) => how !== null);
      if (lost)
        findings.push(`${lost}: ${words.slice(0, 50)} in ${parent.className || parent.parentElement?.className}`);
      else if (!stays(parent)) lines.push(...boxes.map((box) => ({ words, node, box })));
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    for (const [index, line] of lines.entries()) {
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next];
        if (!other || other.box.top > line.box.bottom) break;
        if (other.node === line.node) continue;
        const wide = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left);
        const high = Math.min(line.box.bottom, other.box.bottom) - other.box.top;
        if (wide > TOLERANCE_PX && high > 0.4 * Math.min(line.box.height, other.box.height))
          findings.push(`over: ${line.words.slice(0, 40)} / ${other.words.slice(0, 40)}`);
      }
    }
    // The window's own width is unsuitable: a phone widens it to overflowing content.
    const sideways = document.documentElement.scrollWidth - width;
    if (sideways <= 0) return findings;
    const scrolls = (one: Element) => [...upFrom(one)].some((at) => /auto|scroll/.test(styleOf(at).overflowX));
    const wide = [...place.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > width + 1);
    const around = new Set(wide.flatMap((one) => [...upFrom(one.parentElement)]));
    const ends = wide.filter((one) => !around.has(one) && !scrolls(one));
    return [`the page is ${sideways} px too wide by ${ends.map((one) => one.outerHTML.slice(0, 90))}`, ...findings];
  }, page.viewportSize()?.width ?? 0);
