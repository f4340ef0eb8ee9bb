import type { Page } from '@playwright/test';
import { roomTools } from './measure-room.ts';
import { type Box, type PageTools, pageTools } from './measure-tools.ts';

/** `input` is a field under 16 px, into which an iPhone zooms; `broken` a word, number or badge in two lines. */
export type FaultKind = 'cut' | 'ellipsis' | 'overlap' | 'broken' | 'small' | 'input' | 'placeholder' | 'sideways';

export interface TextFault {
  kind: FaultKind;
  /** Tag and classes, with those of its parent. */
  element: string;
  text: string;
  /** The measurement, in px. */
  detail: string;
}

/** Maximum depth to measure, because later rows of a list are like its first ones. */
const DEEPEST_PX = 4_000;

/**
 * Measures the text of the open page, or of the dialog on top of it: text that is cut off, shortened without need,
 * covered, broken where it must not be, or too small. All sizes are CSS px.
 */
export function measureText(page: Page): Promise<TextFault[]> {
  // The window's own width is unsuitable: a phone widens it to overflowing content.
  const widthPx = page.viewportSize()?.width ?? 0;
  return page.evaluate(
    `(() => { const tools = (${pageTools})(${widthPx}); return (${faultsOf})(tools, (${roomTools})(tools), ${widthPx}, ${DEEPEST_PX}); })()`,
  );
}

/** Runs inside the page and must not refer to anything outside itself. */
function faultsOf(tools: PageTools, { roomBeside }: ReturnType<typeof roomTools>, widthPx: number, deepestPx: number) {
  const { TOLERANCE_PX, styleOf, px, upFrom, isShown, lostAt, inSight, layerOf } = tools;
  const { ofLetters, linesOf, isTold, widthOfText } = tools;
  const LEAST_TEXT_PX = 12;
  const LEAST_TOUCH_INPUT_PX = 16;
  const BADGE = { letters: 24, widthPx: 180, heightPx: 64 };
  const FIELDS =
    'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="hidden"], [type="color"]), select, textarea';
  /** Text that must always be complete: prices, lot numbers, times, days. */
  const KEY_TEXT = /^[\s\d.,:;/+\-–—−~№#]*\d[\s\d.,:;/+\-–—−~]*(?:¥|\$|€|₽|%|km|км|cc|см³|ч|h|JPY)?\s*$/u;
  const NUMBERS =
    /(?<![\d\p{L}])\d{1,3}(?:[\s\u00a0\u202f\u2009]\d{3})+(?!\d)(?:[\s\u00a0\u202f]?(?:¥|\$|€|₽|%|km|км|cc|см³)(?!\p{L}))?|(?<![\d\p{L}])\d[\d.,:/]*(?:[\u00a0\u202f\s]?(?:¥|€|₽|%|km|км|cc|см³)(?!\p{L}))/gu;

  interface Line {
    node: Node;
    parent: Element;
    text: string;
    box: Box;
    layer: Element | null;
  }
  const faults: TextFault[] = [];
  const known = new Set<string>();
  const windows = [...document.querySelectorAll('[role="dialog"], dialog[open]')].filter((one) =>
    one.checkVisibility(),
  );
  const place = windows.at(-1) ?? document.body;
  const nameOf = (one: Element | null): string =>
    one ? `${one.tagName.toLowerCase()}${one.classList.length ? `.${[...one.classList].join('.')}` : ''}` : '';
  const report = (kind: FaultKind, one: Element, text: string, detail: string): void => {
    const words = text.replace(/\s+/g, ' ').trim().slice(0, 80);
    const element = `${nameOf(one.parentElement)} > ${nameOf(one)}`;
    // Reported once for all rows of a list.
    const key = `${kind} ${element} ${kind === 'overlap' || kind === 'sideways' ? words : ''}`;
    if (known.has(key)) return;
    known.add(key);
    faults.push({ kind, element, text: words, detail });
  };
  const lines: Line[] = [];
  const isTouched = matchMedia('(pointer: coarse)').matches;
  const measureField = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void => {
    const style = styleOf(field);
    const box = field.getBoundingClientRect();
    const name = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name;
    if (isTouched && px(style.fontSize) < LEAST_TOUCH_INPUT_PX)
      report('input', field, name, `${style.fontSize} on a touch screen`);
    if (/date|time|month|week/.test(field.type)) return;
    const inner = { left: box.left + px(style.borderLeftWidth) + px(style.paddingLeft), right: 0 };
    inner.right = box.right - px(style.borderRightWidth) - px(style.paddingRight);
    const room = inner.right - inner.left;
    const chosen = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
    const text = chosen || ('placeholder' in field ? field.placeholder : '');
    const face = chosen || field instanceof HTMLSelectElement ? style : getComputedStyle(field, '::placeholder');
    const width = widthOfText(field.type === 'password' && chosen ? '' : text, face);
    // Long entries scroll in their field; a figure or an option must be complete.
    const isFigure =
      field instanceof HTMLSelectElement || /numeric|decimal|tel/.test(field.inputMode) || chosen.length < 16;
    if (!(field instanceof HTMLTextAreaElement) && width > room + TOLERANCE_PX && (!chosen || isFigure))
      report(chosen ? 'cut' : 'placeholder', field, text, `${Math.round(width)} px in ${Math.round(room)} px`);
    if (!text) return;
    const isRight = /right|end/.test(style.textAlign);
    const shown = Math.min(width, room);
    const middle = (box.top + box.bottom) / 2;
    const high = px(style.fontSize) / 2;
    const drawn = {
      left: isRight ? inner.right - shown : inner.left,
      right: isRight ? inner.right : inner.left + shown,
      top: field instanceof HTMLTextAreaElement ? box.top + px(style.paddingTop) : middle - high,
      bottom: field instanceof HTMLTextAreaElement ? box.top + px(style.paddingTop) + 2 * high : middle + high,
    };
    const seen = inSight(field, drawn);
    if (seen && !/center/.test(style.textAlign))
      lines.push({ node: field, parent: field, text, box: seen, layer: layerOf(field) });
  };

  const NO_WORDS = /^[\s\p{P}\p{S}]*$/u;
  /** One word, or one figure with its unit, must be in one line. */
  const measureWords = (node: Node, parent: Element): void => {
    const text = node.textContent ?? '';
    const range = document.createRange();
    const found = [...text.matchAll(NUMBERS), ...text.matchAll(/[\p{L}\p{N}]{2,}/gu)];
    for (const { 0: word, index } of found.slice(0, 200)) {
      // Long user input without spaces, such as an address, may break.
      if (word.length > 24 || /[@_]|:\/\//.test(text.slice(Math.max(0, index - 24), index + 24))) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const pieces = linesOf(range).length;
      const isHyphenated = /auto/.test(styleOf(parent).hyphens) && /\p{L}/u.test(word);
      if (pieces > 1 && !isHyphenated)
        report('broken', parent, word, `in ${pieces} lines of ${text.trim().slice(0, 40)}`);
    }
  };
  /** A small frame or colored background around a short text that is not a control. */
  const badgeOf = (from: Element, text: string): Element | null => {
    if (text.length > BADGE.letters) return null;
    for (const at of [...upFrom(from)].slice(0, 2)) {
      const { borderTopWidth, backgroundColor, borderTopLeftRadius } = styleOf(at);
      const box = at.getBoundingClientRect();
      const isPainted = px(borderTopWidth) > 0 || !/rgba\(0, 0, 0, 0\)|transparent/.test(backgroundColor);
      if (at.matches('button, a, td, th, li, label, input, select, option, [role="option"]')) return null;
      if (isPainted && px(borderTopLeftRadius) > 0 && box.width < BADGE.widthPx && box.height < BADGE.heightPx)
        return at;
    }
    return null;
  };
  const shortened = (parent: Element): Element | null => {
    for (const at of [...upFrom(parent)].slice(0, 3)) {
      const { textOverflow, overflowX, webkitLineClamp } = styleOf(at);
      if (webkitLineClamp !== 'none' && webkitLineClamp !== '') return at;
      if (textOverflow === 'ellipsis' && overflowX !== 'visible') return at;
    }
    return null;
  };
  const measureShort = (one: Element, text: string, by: number): void => {
    const isClamped = styleOf(one).webkitLineClamp !== 'none';
    const whole = (one.textContent ?? text).trim();
    const detail = `${Math.ceil(by)} px missing`;
    if (KEY_TEXT.test(whole) || one.closest('h1, h2, h3, [data-whole]'))
      report('ellipsis', one, whole, `${detail}, key data`);
    else if (!isClamped && roomBeside(one) >= by) report('ellipsis', one, whole, `${detail}, the row has room`);
    else if (!isTold(one, whole)) report('ellipsis', one, whole, `${detail}, told nowhere else`);
  };
  const measureNode = (node: Node, parent: Element): void => {
    const text = (node.textContent ?? '').trim();
    const range = document.createRange();
    range.selectNodeContents(node);
    const own = linesOf(range);
    const top = own[0];
    if (!top || top.top + scrollY > deepestPx) return;
    const style = styleOf(parent);
    const drawn = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
    const fontPx = px(style.fontSize) * drawn;
    if (fontPx < LEAST_TEXT_PX - 0.1 && !NO_WORDS.test(text)) report('small', parent, text, `${fontPx.toFixed(1)} px`);
    if (parent instanceof SVGElement) return;
    const boxes = own.map((box) => ofLetters(box, fontPx));
    const seen = boxes.map((box) => inSight(parent, box));
    // Completely hidden text is folded or in the next picture of a row; partly hidden text is cut.
    if (seen.every((box) => box === null) && boxes.every((box) => lostAt(parent, box)?.at !== document.body)) return;
    const lost = boxes.map((box) => lostAt(parent, box)).find((each) => each !== null);
    const short = lost && shortened(parent);
    if (short && (lost.at === short || short.contains(lost.at))) measureShort(short, text, lost.by);
    else if (lost)
      report(
        'cut',
        parent,
        text,
        `${Math.ceil(lost.by)} px ${lost.isSide ? 'wider' : 'higher'} than ${nameOf(lost.at)}`,
      );
    for (const box of seen) if (box) lines.push({ node, parent, text, box, layer: layerOf(parent) });
    const badge = own.length > 1 ? badgeOf(parent, text) : null;
    if (badge) report('broken', badge, text, `a badge in ${own.length} lines`);
    else if (own.length > 1) measureWords(node, parent);
  };

  const across = (one: Box, other: Box) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const along = (one: Box, other: Box) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const measureOverlaps = (): void => {
    lines.sort((a, b) => a.box.top - b.box.top);
    for (const [index, line] of lines.entries()) {
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next];
        if (!other || other.box.top > line.box.bottom) break;
        if (other.node === line.node || other.layer !== line.layer) continue;
        const high = along(line.box, other.box);
        const least = Math.min(line.box.bottom - line.box.top, other.box.bottom - other.box.top);
        if (across(line.box, other.box) > 2 && high > Math.max(2, 0.2 * least))
          report(
            'overlap',
            other.parent,
            `${other.text.slice(0, 36)} / ${line.text.slice(0, 36)}`,
            `${Math.round(high)} px deep`,
          );
      }
    }
    // A message below a field that extends into the next one; content inside a field belongs to it.
    for (const control of place.querySelectorAll(`${FIELDS}, button`)) {
      if (!isShown(control) || styleOf(control).opacity === '0') continue;
      const box = inSight(control, control.getBoundingClientRect());
      if (!box) continue;
      for (const { parent, node, box: text, text: words, layer } of lines) {
        const isOther = node !== control && !control.contains(parent) && layer === layerOf(control);
        if (!isOther || across(text, box) < 4 || along(text, box) < 4) continue;
        const isWithin = text.top >= box.top - 1 && text.bottom <= box.bottom + 1;
        if (!isWithin)
          report(
            'overlap',
            parent,
            `${words.slice(0, 36)} / ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 36)}`,
            `over ${nameOf(control)}`,
          );
      }
    }
  };

  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      node.textContent?.trim() &&
      parent &&
      isShown(parent) &&
      !parent.matches('textarea, script, style, noscript, title')
    )
      measureNode(node, parent);
  }
  for (const field of place.querySelectorAll<HTMLInputElement>(FIELDS)) if (isShown(field)) measureField(field);
  measureOverlaps();
  const sideways = document.documentElement.scrollWidth - widthPx;
  if (sideways > 0) {
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > widthPx + 1,
    );
    const free = wide.filter(
      (one) =>
        ![...upFrom(one.parentElement)].some((at) => styleOf(at).overflowX !== 'visible' && at !== document.body),
    );
    const widest = free.find((one) => !free.some((other) => other !== one && one.contains(other))) ?? document.body;
    report('sideways', widest, widest.textContent ?? '', `the page is ${sideways} px too wide`);
  }
  return faults;
}
