import sharp from 'sharp';

const LOOKED_AT_WIDTH = 700;
const MAX_DEGREES = 3.2;
const COARSE = 0.4;
const FINE = 0.05;

/** Clockwise tilt of a scan in degrees: at the right angle the ruled lines fall into few rows and columns. */
export async function findTilt(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture)
    .resize({ width: LOOKED_AT_WIDTH })
    .greyscale()
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark: number[] = [];
  for (let i = 0; i < data.length; i += 1) if ((data[i] ?? 255) < 140) dark.push(i);
  const { width, height } = info;
  const sharpness = (degrees: number) => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Uint32Array(height + width);
    const columns = new Uint32Array(width + height);
    for (const i of dark) {
      const x = i % width;
      const y = (i - x) / width;
      const row = Math.round(y - (x - width / 2) * slope) + (width >> 1);
      const column = Math.round(x + (y - height / 2) * slope) + (height >> 1);
      rows[row] = (rows[row] ?? 0) + 1;
      columns[column] = (columns[column] ?? 0) + 1;
    }
    let sum = 0;
    for (const count of rows) sum += count * count;
    for (const count of columns) sum += count * count;
    return sum;
  };
  const best = (from: number, to: number, step: number) => {
    let found = { degrees: 0, score: -1 };
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const score = sharpness(degrees);
      if (score > found.score) found = { degrees, score };
    }
    return found.degrees;
  };
  const near = best(-MAX_DEGREES, MAX_DEGREES, COARSE);
  return best(near - COARSE, near + COARSE, FINE);
}
