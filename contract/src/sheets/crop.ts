import type { Area } from './fields.ts';

/** Width-to-height ratio of the window that shows a part of a sheet. */
export const CROP_ASPECT = 3;
const MARGIN = 10;

interface Sheet {
  width: number;
  height: number;
}

/**
 * CSS `background-size` and `background-position` that show a box of a sheet, with a margin around it, in a window of
 * {@link CROP_ASPECT}. At the edges of the sheet the window moves inwards.
 */
export function cropOf(sheet: Sheet, box: Area): { backgroundSize: string; backgroundPosition: string } {
  const wanted = Math.max(box.width + 2 * MARGIN, (box.height + 2 * MARGIN) * CROP_ASPECT);
  const width = Math.min(wanted, sheet.width, sheet.height * CROP_ASPECT);
  const height = width / CROP_ASPECT;
  const left = inside(box.x + box.width / 2 - width / 2, sheet.width - width);
  const top = inside(box.y + box.height / 2 - height / 2, sheet.height - height);
  return {
    backgroundSize: `${percent(sheet.width / width)} ${percent(sheet.height / height)}`,
    // A CSS background position is a share of the remaining space, not of the picture.
    backgroundPosition: `${percent(left / (sheet.width - width || 1))} ${percent(top / (sheet.height - height || 1))}`,
  };
}

const inside = (at: number, room: number) => Math.min(Math.max(at, 0), room);
const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;
