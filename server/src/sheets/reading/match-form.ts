import type { Area, SheetForm } from '@seri/contract/sheets/fields.ts';
import { FRAME_MARGIN, SHEET_FORMS } from '@seri/contract/sheets/forms.ts';
import type { Page } from './page.ts';

/** A form fitted to a page. */
export interface FittedForm {
  form: SheetForm;
  /** Share of the form's ruled lines found on the page. */
  fit: number;
  toPage(area: Area): Area;
}

const SHAPE_TOLERANCE = 0.05;
const MIN_FIT = 0.8;
/** Tolerance in pixels between a ruled line and its position in the form. */
const SLACK = 3;

/** The form whose ruled lines match the page; null where none fits well. */
export function matchForm(page: Page, forms: readonly SheetForm[] = SHEET_FORMS): FittedForm | null {
  const fitted = forms.flatMap((form) => fitOf(page, form)).toSorted((a, b) => b.fit - a.fit);
  const [best] = fitted;
  return best && best.fit >= MIN_FIT ? best : null;
}

function fitOf(page: Page, form: SheetForm): FittedForm[] {
  const { frame } = page;
  const [width, height] = [form.width - 2 * FRAME_MARGIN, form.height - 2 * FRAME_MARGIN];
  const shape = frame.width / frame.height / (width / height);
  if (Math.abs(shape - 1) > SHAPE_TOLERANCE) return [];
  const [kx, ky] = [frame.width / width, frame.height / height];
  const toPage = (area: Area): Area => ({
    x: frame.x + (area.x - FRAME_MARGIN) * kx,
    y: frame.y + (area.y - FRAME_MARGIN) * ky,
    width: area.width * kx,
    height: area.height * ky,
  });
  const shares = Object.entries(form.areas)
    .filter(([field]) => field !== 'house')
    .map(([, area]) => rulesFound(page, toPage(area)));
  return [{ form, fit: shares.reduce((sum, share) => sum + share, 0) / shares.length, toPage }];
}

/** Share of a box's four sides that is ink. */
function rulesFound({ ink, width }: Page, { x, y, width: w, height: h }: Area): number {
  const isInk = (px: number, py: number) => ink[py * width + px] === 1;
  const near = (px: number, py: number, upright: boolean) => {
    for (let d = -SLACK; d <= SLACK; d += 1) if (upright ? isInk(px + d, py) : isInk(px, py + d)) return true;
    return false;
  };
  let seen = 0;
  let found = 0;
  const look = (px: number, py: number, upright: boolean) => {
    seen += 1;
    if (near(Math.round(px), Math.round(py), upright)) found += 1;
  };
  for (let t = 0; t <= 1; t += 0.02) {
    look(x + w * t, y, false);
    look(x + w * t, y + h, false);
    look(x, y + h * t, true);
    look(x + w, y + h * t, true);
  }
  return found / seen;
}
