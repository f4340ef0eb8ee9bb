import type { Area } from '@seri/contract/sheets/fields.ts';
import { valueBoxOf } from '@seri/contract/sheets/forms.ts';
import { cutOut, stretchedGrey } from './cut.ts';
import { type Pixels, redOf, thickened } from './ink.ts';
import { firstPlausible } from './looks.ts';
import { damageCode } from './patterns.ts';
import { itemOf, type ReadItem, type Reading } from './read-item.ts';

const LETTER_PX = 40;
/** The car's gray outline under the pen is paler than this share of the range to ink. */
const OUTLINE_SHARE = 0.42;
const MIN_HEIGHT = 8;
/** Maximum gap between two signs of one mark, as a share of their height. */
const GAP = 0.45;

/** Reads the inspector's marks on the unfolded car: red signs, joined to marks. */
export async function readMarks(reading: Reading): Promise<ReadItem[]> {
  const { page, fitted, engine } = reading;
  const isRed = redOf(page);
  const room = fitted.toPage(valueBoxOf(fitted.form, 'damageDiagram'));
  const items: ReadItem[] = [];
  const [isPen, ofPage] = [thickened(isRed), stretchedGrey(page, OUTLINE_SHARE)];
  const greyAt = (x: number, y: number) => (isPen(x, y) ? ofPage(x, y) : 255);
  for (const mark of marksIn(room, isRed)) {
    const look = async (factor: number) => {
      const scale = (LETTER_PX / mark.height) * factor;
      const guess = await engine.readLine(await cutOut(page, mark, { scale, greyAt }));
      const code = damageCode(guess.text);
      return code ? { ja: code, confidence: 0.5 + guess.confidence / 2 } : null;
    };
    items.push(itemOf('damageDiagram', await firstPlausible(look), page, mark));
  }
  return items;
}

function marksIn(room: Area, isRed: Pixels): Area[] {
  const signs = blotsIn(room, isRed).filter(({ height }) => height >= MIN_HEIGHT);
  const marks: Area[] = [];
  for (const sign of signs.toSorted((a, b) => a.x - b.x)) {
    const mate = marks.find(
      (mark) =>
        sign.x - (mark.x + mark.width) <= mark.height * GAP &&
        Math.abs(sign.y + sign.height / 2 - (mark.y + mark.height / 2)) < mark.height * 0.5,
    );
    if (!mate) marks.push({ ...sign });
    else {
      const bottom = Math.max(mate.y + mate.height, sign.y + sign.height);
      mate.y = Math.min(mate.y, sign.y);
      mate.height = bottom - mate.y;
      mate.width = Math.max(mate.x + mate.width, sign.x + sign.width) - mate.x;
    }
  }
  return marks;
}

/** Bounding boxes of connected pixels. */
function blotsIn(room: Area, holds: Pixels): Area[] {
  const [left, top] = [Math.round(room.x), Math.round(room.y)];
  const [width, height] = [Math.round(room.width), Math.round(room.height)];
  const seen = new Uint8Array(width * height);
  const blots: Area[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] || !holds(left + (start % width), top + Math.floor(start / width))) continue;
    blots.push(blotFrom(start));
  }
  return blots;

  function blotFrom(start: number): Area {
    let [x0, y0, x1, y1] = [width, height, 0, 0];
    const open = [start];
    seen[start] = 1;
    while (open.length > 0) {
      const at = open.pop() ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          const next = ny * width + nx;
          if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[next] || !holds(left + nx, top + ny)) continue;
          seen[next] = 1;
          open.push(next);
        }
    }
    return { x: left + x0, y: top + y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
  }
}
