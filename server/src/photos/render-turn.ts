import sharp from 'sharp';
import { renderPicture } from './render-picture.ts';
import { drawTurn, type VehicleTurn } from './vehicles/draw-vehicle.ts';

const MOMENTS = 18;
const MOMENT_MS = 140;
const WIDTH = 640;
const QUALITY = 70;
const EFFORT = 2;

/** A motorcycle that turns once round and again, as animated WebP. */
export async function renderTurn(turn: VehicleTurn): Promise<Buffer> {
  const moments: Buffer[] = [];
  // One after another: a turn must not hold up the pictures of a list.
  for (let moment = 0; moment < MOMENTS; moment++)
    moments.push(await renderPicture(drawTurn(turn, (moment / MOMENTS) * 360), WIDTH));
  return sharp(moments, { join: { animated: true } })
    .webp({ quality: QUALITY, effort: EFFORT, loop: 0, delay: moments.map(() => MOMENT_MS) })
    .toBuffer();
}
