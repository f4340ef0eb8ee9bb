import type { Area } from '@seri/contract/sheets/fields.ts';
import sharp from 'sharp';
import { findTilt } from '../page/find-tilt.ts';

/** A straightened scan: gray values, colors, and the position of the form's outer frame. */
export interface Page {
  width: number;
  height: number;
  grey: Uint8Array;
  /** Three bytes per pixel. */
  colour: Uint8Array;
  frame: Area;
  /** Gray of the darkest ink and of the paper. */
  dark: number;
  paper: number;
  /** 1 where there is ink, without single specks. */
  ink: Uint8Array;
  /** Maps an area back to the original scan, in shares of its width and height. */
  toScan(area: Area): Area;
}

const READING_WIDTH = 1_600;
const READING_WIDTH_UPRIGHT = 1_240;
/** Share of the range from paper to the darkest ink. */
const INK_SHARE = 0.4;
/** Minimum length of a frame line, as a share of the page. */
const FRAME_SHARE = 0.55;
/** The page is smoothed first if the share of specks exceeds this. */
const SPECKLED = 0.002;
const SPECK = 70;

/** Decodes a picture, smooths specks, straightens it and finds the frame; null where there is no frame of a form. */
export async function openPage(picture: Buffer): Promise<Page | null> {
  const { width: givenWidth = 0, height: givenHeight = 0 } = await sharp(picture).metadata();
  if (givenWidth < 300 || givenHeight < 300) return null;
  const width = givenWidth > givenHeight ? READING_WIDTH : READING_WIDTH_UPRIGHT;
  const sized = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ width })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const even = await withoutSpecks(sized);
  const tilt = await findTilt(even);
  const turned = await sharp(even).rotate(-tilt, { background: '#ffffff' }).raw().toBuffer({ resolveWithObject: true });
  const { info, data: colour } = turned;
  const grey = greyOf(colour);
  const { dark, paper } = greysOf(grey);
  const inkBelow = paper - (paper - dark) * INK_SHARE;
  const ink = inkOn(grey, info.width, inkBelow);
  const frame = findFrame(ink, info.width, info.height);
  if (!frame) return null;
  const scan = { width, height: Math.round((width * givenHeight) / givenWidth) };
  const toScan = backToScan(info, scan, tilt);
  return { width: info.width, height: info.height, grey, colour, frame, dark, paper, ink, toScan };
}

async function withoutSpecks(png: Buffer): Promise<Buffer> {
  const smooth = await sharp(png).median(3).png({ compressionLevel: 0 }).toBuffer();
  const [before, after] = await Promise.all([png, smooth].map((image) => sharp(image).greyscale().raw().toBuffer()));
  if (!before || !after) return png;
  let specks = 0;
  // A sample of every third pixel is enough.
  for (let i = 0; i < before.length; i += 3) if (Math.abs((before[i] ?? 0) - (after[i] ?? 0)) > SPECK) specks += 1;
  return specks / (before.length / 3) > SPECKLED ? smooth : png;
}

function greyOf(colour: Uint8Array): Uint8Array {
  const grey = new Uint8Array(colour.length / 3);
  for (let i = 0; i < grey.length; i += 1) {
    const [r = 0, g = 0, b = 0] = [colour[i * 3], colour[i * 3 + 1], colour[i * 3 + 2]];
    grey[i] = (r * 77 + g * 150 + b * 29) >> 8;
  }
  return grey;
}

function greysOf(grey: Uint8Array): { dark: number; paper: number } {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  const at = (share: number) => {
    let left = grey.length * share;
    for (let value = 0; value < 256; value += 1) {
      left -= counts[value] ?? 0;
      if (left <= 0) return value;
    }
    return 255;
  };
  return { dark: at(0.008), paper: at(0.6) };
}

/** A dark pixel with fewer ink neighbors (of eight) is a speck. */
const NEIGHBOURS = 2;

function inkOn(grey: Uint8Array, width: number, inkBelow: number): Uint8Array {
  const dark = grey.map((value) => (value < inkBelow ? 1 : 0));
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  return dark.map((value, i) => {
    if (value === 0) return 0;
    let near = 0;
    for (const step of around) near += dark[i + step] ?? 0;
    return near >= NEIGHBOURS ? 1 : 0;
  });
}

/** The first long line from each side: the form's frame is the outermost element on the paper. */
function findFrame(page: Uint8Array, width: number, height: number): Area | null {
  const isInk = (x: number, y: number) => page[y * width + x] === 1;
  // A slightly tilted line covers two or three rows, so they are summed.
  const rowInk = (y: number) => {
    let ink = 0;
    for (let x = 0; x < width; x += 1) if (isInk(x, y) || isInk(x, y + 1) || isInk(x, y - 1)) ink += 1;
    return ink / width;
  };
  const columnInk = (x: number) => {
    let ink = 0;
    for (let y = 0; y < height; y += 1) if (isInk(x, y) || isInk(x + 1, y) || isInk(x - 1, y)) ink += 1;
    return ink / height;
  };
  const first = (from: number, step: 1 | -1, reach: number, ink: (at: number) => number) => {
    for (let n = 1; n < reach; n += 1) {
      const at = from + step * n;
      if (ink(at) < FRAME_SHARE) continue;
      // The middle of the line, not its first pixel.
      let end = at;
      while (Math.abs(end - at) < 8 && ink(end + step) >= FRAME_SHARE) end += step;
      return (at + end) / 2;
    }
    return null;
  };
  const top = first(0, 1, height / 3, rowInk);
  const bottom = first(height - 1, -1, height / 3, rowInk);
  const left = first(0, 1, width / 3, columnInk);
  const right = first(width - 1, -1, width / 3, columnInk);
  if (top === null || bottom === null || left === null || right === null) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Straightening enlarged the canvas around its center, so the inverse rotates around the same center. */
function backToScan(
  turned: { width: number; height: number },
  scan: { width: number; height: number },
  tilt: number,
): (area: Area) => Area {
  const angle = (tilt * Math.PI) / 180;
  return ({ x, y, width, height }) => {
    const [dx, dy] = [x + width / 2 - turned.width / 2, y + height / 2 - turned.height / 2];
    const cx = dx * Math.cos(angle) - dy * Math.sin(angle) + scan.width / 2;
    const cy = dx * Math.sin(angle) + dy * Math.cos(angle) + scan.height / 2;
    return {
      x: (cx - width / 2) / scan.width,
      y: (cy - height / 2) / scan.height,
      width: width / scan.width,
      height: height / scan.height,
    };
  };
}
