import type { Area } from '@seri/contract/sheets/fields.ts';
import { penText } from './pen.ts';

const INK = '#8791a3';
/** Color of the inspector's pen; only the ring around the grade shares it. */
export const RED = '#b3261e';
const MARK = 14;
const GRID_WIDTH = 300;
const GRID_HEIGHT = 200;

/** Position of each panel on the unfolded car, on a 300 by 200 grid; nose to the left. */
const PANELS: Record<string, [number, number]> = {
  frontBumper: [22, 100],
  bonnet: [72, 100],
  windscreen: [112, 100],
  roof: [155, 100],
  rearWindow: [202, 100],
  bootLid: [238, 100],
  rearBumper: [280, 100],
  leftFrontFender: [66, 160],
  leftFrontDoor: [122, 172],
  leftRearDoor: [170, 172],
  leftRearFender: [228, 160],
  leftSill: [146, 190],
  rightFrontFender: [66, 44],
  rightFrontDoor: [122, 33],
  rightRearDoor: [170, 33],
  rightRearFender: [228, 44],
  rightSill: [146, 16],
};

export const PANEL_NAMES = Object.keys(PANELS);

const side = (flip: boolean) =>
  `<g transform="translate(0 ${flip ? 56 : 144})${flip ? ' scale(1 -1)' : ''}">` +
  '<path d="M40 42V26C52 18 70 16 92 14C104 2 124 -8 150 -8C184 -8 204 0 222 12L258 18L262 42Z"/>' +
  '<path d="M102 13C112 4 126 -2 143 -2V13ZM149 -2C172 -2 190 2 206 13H149Z"/><path d="M96 14V42M146 13V42M198 13V42M40 30H262"/>' +
  '<g fill="#fff"><circle cx="74" cy="42" r="15"/><circle cx="74" cy="42" r="8"/><circle cx="226" cy="42" r="15"/><circle cx="226" cy="42" r="8"/></g></g>';

const TOP =
  '<path d="M34 66C26 84 26 116 34 134L46 136C60 140 80 140 96 138V62C80 60 60 60 46 64Z"/>' +
  '<path d="M96 62L122 70V130L96 138M122 70H186V130H122M186 70L214 64V136L186 130"/>' +
  '<path d="M214 64L258 68V132L214 136"/><path d="M10 72C6 90 6 110 10 128L24 134V66Z"/><path d="M290 72C294 90 294 110 290 128L268 134V66Z"/>';

/** The unfolded car with the inspector's marks in red, as large as the area allows. Unknown panels are omitted. */
export function drawDiagram(
  { x, y, width, height }: Area,
  damages: readonly { code: string; panel: string }[],
): string {
  const scale = Math.min(width / GRID_WIDTH, height / GRID_HEIGHT);
  const [left, top] = [x + (width - GRID_WIDTH * scale) / 2, y + (height - GRID_HEIGHT * scale) / 2];
  const marks = damages.flatMap(({ code, panel }) => {
    const place = PANELS[panel];
    return place
      ? [penText(code, { x: place[0], y: place[1] + 5, size: MARK, weight: 700, anchor: 'middle', fill: RED })]
      : [];
  });
  return (
    `<g transform="translate(${left} ${top}) scale(${scale})">` +
    `<g fill="none" stroke="${INK}" stroke-width="1" stroke-linejoin="round">${side(true)}${side(false)}${TOP}</g>${marks.join('')}</g>`
  );
}
