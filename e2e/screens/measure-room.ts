import type { Box, PageTools } from './measure-tools.ts';

/** Whether a row has free space for a shortened text. Runs inside the page and must not refer to anything outside itself. */
export function roomTools({ styleOf, px, upFrom, isShown, innerBox, inSight, isScrolling }: PageTools) {
  /** Minimum gap between two elements in one row; smaller ones are not free space. */
  const GAP_PX = 24;
  /** Empty px of the row around a shortened text: of its table's columns, or of its neighbors. */
  const roomBeside = (one: Element): number => {
    const cell = one.closest('td, th, [role="cell"], [role="gridcell"], [role="columnheader"]');
    const table = cell?.closest('table, [role="table"], [role="grid"]');
    if (cell && table) return roomInTable(table);
    const own = one.getBoundingClientRect();
    let row: Element = one;
    for (const at of [...upFrom(one.parentElement)].slice(0, 5)) {
      const box = at.getBoundingClientRect();
      if (box.height > own.height * 3 || isScrolling(styleOf(at).overflowX)) break;
      if (/flex|grid/.test(styleOf(at).display) && at !== document.body) row = at;
    }
    return row === one ? 0 : emptyIn(row);
  };
  const contentBoxes = (one: Element): Box[] => {
    const boxes: Box[] = [];
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.matches(`img, svg, canvas, video, button, input, select, textarea`) && node.checkVisibility())
          boxes.push(node.getBoundingClientRect());
      } else if (node.textContent?.trim() && node.parentElement && isShown(node.parentElement)) {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          const seen = inSight(node.parentElement, box);
          if (seen) boxes.push(seen);
        }
      }
    }
    return boxes;
  };
  const emptyIn = (row: Element): number => {
    const inner = innerBox(row);
    const style = styleOf(row);
    const boxes = contentBoxes(row).sort((a, b) => a.left - b.left);
    let [empty, at] = [0, inner.left + px(style.paddingLeft)];
    for (const box of [...boxes, { left: inner.right - px(style.paddingRight), right: inner.right }]) {
      empty += Math.max(0, box.left - at - GAP_PX);
      at = Math.max(at, box.right);
    }
    return empty;
  };
  const rooms = new Map<Element, number>();
  const roomInTable = (table: Element): number => {
    const measured = rooms.get(table);
    if (measured !== undefined) return measured;
    const spare: number[] = [];
    const rows = [...table.querySelectorAll('tr, [role="row"]')].filter((row) => row.checkVisibility()).slice(0, 30);
    const most = Math.max(...rows.map((row) => row.children.length));
    for (const row of rows.filter(({ children }) => children.length === most)) {
      for (const [index, cell] of [...row.children].entries()) {
        const inner = innerBox(cell);
        const style = styleOf(cell);
        const taken = contentBoxes(cell);
        const width = inner.right - inner.left - px(style.paddingLeft) - px(style.paddingRight);
        const used = taken.length
          ? Math.max(...taken.map(({ right }) => right)) - Math.min(...taken.map(({ left }) => left))
          : 0;
        spare[index] = Math.min(spare[index] ?? Number.POSITIVE_INFINITY, width - used);
      }
    }
    const room = spare.reduce((sum, each) => sum + Math.max(0, each - GAP_PX), 0);
    rooms.set(table, room);
    return room;
  };
  return { roomBeside };
}
