import type { Area, SheetField, SheetForm } from './fields.ts';

export type Layout = Omit<SheetForm, 'labels'> & { labels: Partial<Record<SheetField, string>> };
type Row = readonly [height: number, ...cells: (readonly [field: SheetField, share: number])[]];

/** Stacks rows of cells downwards from the upper left corner; the shares of a row fill the width. */
export function stack(x: number, y: number, width: number, rows: readonly Row[]): Partial<Record<SheetField, Area>> {
  const areas: Partial<Record<SheetField, Area>> = {};
  let top = y;
  for (const [height, ...cells] of rows) {
    const shares = cells.reduce((sum, [, share]) => sum + share, 0);
    let left = x;
    for (const [field, share] of cells) {
      const cellWidth = Math.round((width * share) / shares);
      areas[field] = { x: left, y: top, width: cellWidth, height };
      left += cellWidth;
    }
    top += height;
  }
  return areas;
}

/** Joins the areas of several parts of a form. */
export const areasOf = (...parts: Partial<Record<SheetField, Area>>[]) =>
  Object.assign({}, ...parts) as Record<SheetField, Area>;
/** The strip at the top, with the auction house's name at its left. */
export const head = (width: number): Partial<Record<SheetField, Area>> => ({
  house: { x: 24, y: 22, width: Math.round(width * 0.28), height: 40 },
});
