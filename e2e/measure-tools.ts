/** Sides of a box in px from the edges of the window. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type PageTools = ReturnType<typeof pageTools>;

/** What the measuring knows of a page's boxes. It runs inside the page and refers to nothing outside itself. */
export function pageTools(widthPx: number) {
  const TOLERANCE_PX = 1.5;
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (one: Element): CSSStyleDeclaration => {
    const style = styles.get(one) ?? getComputedStyle(one);
    styles.set(one, style);
    return style;
  };
  const px = (value: string): number => Number.parseFloat(value) || 0;
  const upFrom = function* (one: Element | null): Generator<Element> {
    for (let at = one; at && at !== document.documentElement; at = at.parentElement) yield at;
  };
  const isForEars = (one: Element): boolean =>
    [...upFrom(one)].some((at) => {
      const { clipPath, clip, overflowX, position } = styleOf(at);
      const isTiny = at.clientWidth <= 1 && at.clientHeight <= 1 && overflowX !== 'visible' && at.tagName !== 'svg';
      return /^inset\((50|100)%/.test(clipPath) || (clip !== 'auto' && position === 'absolute') || isTiny;
    });
  const isShown = (one: Element): boolean =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !one.closest('[inert], option, [data-first-paint]') &&
    !isForEars(one);

  /** Ancestors that hold it: one that is positioned leaves those between it and its containing block. */
  const holdersOf = function* (from: Element): Generator<Element> {
    let wanted: 'any' | 'positioned' | 'none' = 'any';
    for (const at of upFrom(from)) {
      const { position, transform, display } = styleOf(at);
      const isContaining = position !== 'static' || transform !== 'none';
      if (wanted === 'none' || display === 'contents') continue;
      if (wanted === 'any' || isContaining) {
        yield at;
        wanted = 'any';
      }
      if (position === 'absolute') wanted = 'positioned';
      if (position === 'fixed') wanted = 'none';
    }
  };
  const innerBox = (one: Element): Box => {
    const box = one.getBoundingClientRect();
    const style = styleOf(one);
    return {
      left: box.left + px(style.borderLeftWidth),
      right: box.right - px(style.borderRightWidth),
      top: box.top + px(style.borderTopWidth),
      bottom: box.bottom - px(style.borderBottomWidth),
    };
  };
  const PRESSED = 'button, [role="tab"], [role="option"], a[data-size]';
  const isClipping = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  const isScrolling = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  /** The box a line leaves, and by how much; nothing of what scrolls, or of what is wholly out of sight. */
  const lostAt = (from: Element, box: Box): { at: Element; by: number; isSide: boolean } | null => {
    let [watchX, watchY] = [true, true];
    for (const at of holdersOf(from)) {
      const { overflowX, overflowY } = styleOf(at);
      if (isScrolling(overflowX)) watchX = false;
      if (isScrolling(overflowY)) watchY = false;
      const isButton = at.matches(PRESSED) && at !== from.closest('label') && styleOf(at).display !== 'inline';
      const inner = innerBox(at);
      const byX = Math.max(inner.left - box.left, box.right - inner.right);
      const byY = Math.max(inner.top - box.top, box.bottom - inner.bottom);
      if (at === document.body) break;
      if (watchX && (isButton || isClipping(overflowX)) && byX > TOLERANCE_PX) return { at, by: byX, isSide: true };
      if (watchY && (isButton || isClipping(overflowY)) && byY > TOLERANCE_PX) return { at, by: byY, isSide: false };
    }
    const byX = Math.max(-box.left, box.right - widthPx);
    return watchX && byX > TOLERANCE_PX ? { at: document.body, by: byX, isSide: true } : null;
  };
  /** What of a line is in sight, in whatever clips or scrolls. */
  const inSight = (from: Element, box: Box): Box | null => {
    // The sides of a DOMRect are no own properties: they do not spread.
    const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    for (const at of holdersOf(from)) {
      const { overflowX, overflowY } = styleOf(at);
      if (at === document.body) break;
      const inner = overflowX === 'visible' && overflowY === 'visible' ? null : innerBox(at);
      if (inner && overflowX !== 'visible') {
        seen.left = Math.max(seen.left, inner.left);
        seen.right = Math.min(seen.right, inner.right);
      }
      if (inner && overflowY !== 'visible') {
        seen.top = Math.max(seen.top, inner.top);
        seen.bottom = Math.min(seen.bottom, inner.bottom);
      }
    }
    return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 ? seen : null;
  };
  /** Lists that open, hints and what stays in view while the page scrolls are meant to cover what lies below. */
  const layerOf = (from: Element): Element | null => {
    for (const at of upFrom(from)) {
      if (/fixed|sticky/.test(styleOf(at).position)) return at;
      if (at.matches('[role="listbox"], [role="menu"], [role="tooltip"], [role="dialog"], [popover]')) return at;
    }
    return null;
  };
  /** Letters fill less than the line box of a face with a high ascent. */
  const ofLetters = (box: Box, fontPx: number): Box => {
    const spare = Math.max(0, (box.bottom - box.top - fontPx) / 2);
    return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  };
  const linesOf = (range: Range): Box[] => {
    const lines: Box[] = [];
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width < 0.5) continue;
      const last = lines.at(-1);
      // A line is told piece by piece where the face changes in it.
      if (last && Math.abs(last.top - top) < (bottom - top) / 2) {
        last.left = Math.min(last.left, left);
        last.right = Math.max(last.right, right);
      } else lines.push({ left, right, top, bottom });
    }
    return lines;
  };
  /** A whole text that is kept for whoever points at it. */
  const isTold = (one: Element, text: string): boolean =>
    [...upFrom(one)].slice(0, 4).some((at) => (at.getAttribute('title') ?? '').includes(text.trim()));
  const canvas = document.createElement('canvas').getContext('2d');
  const widthOfText = (text: string, style: CSSStyleDeclaration): number => {
    if (!canvas) return 0;
    canvas.font = style.font || `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return canvas.measureText(text).width + px(style.letterSpacing) * text.length;
  };

  return {
    TOLERANCE_PX,
    styleOf,
    px,
    upFrom,
    isShown,
    innerBox,
    lostAt,
    inSight,
    layerOf,
    ofLetters,
    linesOf,
    isTold,
    isScrolling,
    widthOfText,
  };
}
