import type { Page } from '@playwright/test';

/**
 * Controls smaller than `leastPx` in either direction, found by hit-testing around their center, so that labels, frames
 * of fields and enlarged hit areas count. Links within a sentence are exempt, and so are controls under 24 px without
 * neighbors (WCAG 2.5.8).
 */
export const smallTargets = (page: Page, leastPx: number): Promise<string[]> =>
  page.evaluate((px) => {
    /** Maximum similar rows to test. */
    const MAX_ALIKE = 3;
    const PRESSED =
      'a[href], button, select, textarea, input, summary, label:has(input), [role="option"], [role="tab"]';
    const windows = document.querySelectorAll('[role="dialog"]');
    const place = windows[windows.length - 1] ?? document.body;
    const alike = new Map<string, number>();
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest('[inert], [hidden]') &&
      one.getBoundingClientRect().width > 2;
    const targets = [...place.querySelectorAll<HTMLElement>(PRESSED)].filter(isShown);

    const isInSentence = (one: Element): boolean => {
      const parent = one.parentElement;
      if (!parent || !getComputedStyle(one).display.startsWith('inline')) return false;
      const hasWords = [...parent.childNodes].some(
        (node) => node.nodeType === 3 && /\p{L}/u.test(node.textContent ?? ''),
      );
      return hasWords || isInSentence(parent);
    };
    const isOwn = (one: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      if (!hit) return false;
      if (one.contains(hit)) return true;
      const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : [];
      const isField = one.matches('input, select, textarea');
      return labels.some((label) => label.contains(hit)) || (isField && hit === one.parentElement);
    };
    /** A point of it that nothing covers, starting with its center. */
    const startOf = (one: HTMLElement): [number, number] | null => {
      for (const box of one.getClientRects())
        for (const down of [0.5, 0.25, 0.75])
          for (const along of [0.5, 0.25, 0.75]) {
            const at: [number, number] = [box.left + box.width * along, box.top + box.height * down];
            if (isOwn(one, ...at)) return at;
          }
      return null;
    };
    const reach = (one: HTMLElement, [x, y]: [number, number], dx: number, dy: number) => {
      let steps = 0;
      while (steps < px && isOwn(one, x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
      return steps;
    };
    const isAlone = (one: HTMLElement) => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return targets.every((other) => {
        if (other === one || other.contains(one) || one.contains(other)) return true;
        const near = other.getBoundingClientRect();
        const dx = Math.max(near.left - x, 0, x - near.right);
        const dy = Math.max(near.top - y, 0, y - near.bottom);
        const isSmall = near.width < 24 || near.height < 24;
        return Math.hypot(dx, dy) >= (isSmall ? 24 - Math.min(near.width, near.height) / 2 : 12);
      });
    };

    const findings: string[] = [];
    for (const one of targets) {
      const kind = `${one.tagName} ${one.className} ${one.parentElement?.className}`;
      alike.set(kind, (alike.get(kind) ?? 0) + 1);
      if ((alike.get(kind) ?? 0) > MAX_ALIKE || isInSentence(one)) continue;
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const start = startOf(one);
      const words = `${one.outerHTML.slice(0, 110)} in ${one.parentElement?.className}`;
      if (!start) {
        const box = one.getBoundingClientRect();
        const isInView = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
        // Its label is clicked instead; elements outside the window scroll into view on focus.
        if (isInView && !('labels' in one && (one as HTMLInputElement).labels?.length))
          findings.push(`covered: ${words}`);
        continue;
      }
      const width = reach(one, start, -1, 0) + reach(one, start, 1, 0) + 1;
      const height = reach(one, start, 0, -1) + reach(one, start, 0, 1) + 1;
      // A point at the very edge belongs to the neighbor.
      if (Math.min(width, height) >= px - 1 || (px <= 24 && isAlone(one))) continue;
      findings.push(`${width} x ${height}: ${words}`);
    }
    scrollTo(0, 0);
    return findings;
  }, leastPx);
