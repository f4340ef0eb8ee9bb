/** Sides of a box in px from the edges of the window. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type PageTools = ReturnType<typeof pageTools>;

/** Tools for measuring a page's boxes. Run inside the page and must not refer to anything outside itself. */
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
  /** Cached, because thousands of texts share their containers. */
  const kept = <Value>(answer: (one: Element) => Value) => {
    const known = new Map<Element, Value>();
    return (one: Element): Value => {
      if (!known.has(one)) known.set(one, answer(one));
      return known.get(one) as Value;
    };
  };
  const isForEars: (one: Element) => boolean = kept((one) => {
    const { clipPath, clip, overflowX, position } = styleOf(one);
    if (/^inset\((50|100)%/.test(clipPath) || (clip !== 'auto' && position === 'absolute')) return true;
    if (overflowX !== 'visible' && one.tagName !== 'svg' && one.clientWidth <= 1 && one.clientHeight <= 1) return true;
    return one.parentElement ? isForEars(one.parentElement) : false;
  });
  const isShown = kept(
    (one) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest('[inert], option, [data-first-paint]') &&
      !isForEars(one),
  );

  /** Containing ancestors: a positioned element skips those below its containing block. */
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
  const isScrolling = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  interface Holder {
    at: Element;
    x: 'clips' | 'scrolls' | 'lets';
    y: 'clips' | 'scrolls' | 'lets';
    isButton: boolean;
    inner: Box;
  }
  const how = (overflow: string): Holder['x'] => {
    if (isScrolling(overflow)) return 'scrolls';
    return overflow === 'hidden' || overflow === 'clip' ? 'clips' : 'lets';
  };
  const holderAt = kept((at): Holder | null => {
    const { overflowX, overflowY, display } = styleOf(at);
    const isButton = at.matches(PRESSED) && display !== 'inline';
    if (at === document.body || (!isButton && overflowX === 'visible' && overflowY === 'visible')) return null;
    return { at, x: how(overflowX), y: how(overflowY), isButton, inner: innerBox(at) };
  });
  /** From the inside out, all ancestors that clip, scroll or are a button. */
  const holdersFrom = kept((from) => [...holdersOf(from)].map(holderAt).filter((holder) => holder !== null));

  /** The box that a line leaves, and by how much; null in scrolling ones. */
  const lostAt = (from: Element, box: Box): { at: Element; by: number; isSide: boolean } | null => {
    let [watchX, watchY] = [true, true];
    for (const { at, x, y, isButton, inner } of holdersFrom(from)) {
      if (x === 'scrolls') watchX = false;
      if (y === 'scrolls') watchY = false;
      const byX = Math.max(inner.left - box.left, box.right - inner.right);
      const byY = Math.max(inner.top - box.top, box.bottom - inner.bottom);
      if (watchX && (isButton || x === 'clips') && byX > TOLERANCE_PX) return { at, by: byX, isSide: true };
      if (watchY && (isButton || y === 'clips') && byY > TOLERANCE_PX) return { at, by: byY, isSide: false };
    }
    const byX = Math.max(-box.left, box.right - widthPx);
    return watchX && byX > TOLERANCE_PX ? { at: document.body, by: byX, isSide: true } : null;
  };
  /** The visible part of a line in clipping or scrolling ancestors. */
  const inSight = (from: Element, box: Box): Box | null => {
    // The sides of a DOMRect are not own properties, so they do not spread.
    const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    for (const { x, y, inner } of holdersFrom(from)) {
      if (x !== 'lets') {
        seen.left = Math.max(seen.left, inner.left);
        seen.right = Math.min(seen.right, inner.right);
      }
      if (y !== 'lets') {
        seen.top = Math.max(seen.top, inner.top);
        seen.bottom = Math.min(seen.bottom, inner.bottom);
      }
    }
    return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 ? seen : null;
  };
  /** Dropdowns, hints and sticky elements cover the content below on purpose. */
  const layerOf: (from: Element) => Element | null = kept((from) => {
    const isLayer =
      /fixed|sticky/.test(styleOf(from).position) ||
      from.matches('[role="listbox"], [role="menu"], [role="tooltip"], [role="dialog"], [popover]');
    if (isLayer) return from;
    return from.parentElement ? layerOf(from.parentElement) : null;
  });
  /** Letters fill less than the line box of a font with a high ascent. */
  const ofLetters = (box: Box, fontPx: number): Box => {
    const spare = Math.max(0, (box.bottom - box.top - fontPx) / 2);
    return { left: box.left, right: box.right, top: box.top + spare, bottom: box.bottom - spare };
  };
  const linesOf = (range: Range): Box[] => {
    const lines: Box[] = [];
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width < 0.5) continue;
      const last = lines.at(-1);
      // A line is split where the font changes in it.
      if (last && Math.abs(last.top - top) < (bottom - top) / 2) {
        last.left = Math.min(last.left, left);
        last.right = Math.max(last.right, right);
      } else lines.push({ left, right, top, bottom });
    }
    return lines;
  };
  /** Whether the whole text is in a tooltip. */
  const isInTooltip = (one: Element, text: string): boolean =>
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
    isTold: isInTooltip,
    isScrolling,
    widthOfText,
  };
}
