import sharp from 'sharp';
import { type Seeded, seeded } from '../../../server/src/platform/db/seeded.ts';
import { homography, type Point, type Quad, warp } from '../../../server/src/sheets/page/homography.ts';

const BACKGROUNDS: readonly (readonly [number, number, number])[] = [
  [52, 40, 32],
  [70, 72, 76],
  [30, 34, 40],
  [96, 78, 58],
];
const MAX_DEGREES = 13;

/** Photographs a page of paper on a desk: oblique, turned, shaded, soft, grainy, as JPEG. */
export async function photograph(page: Buffer, name: string): Promise<Buffer> {
  const random = seeded(`photo ${name}`);
  const { data, info } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const long = random.whole(2_200, 3_000);
  const scale = long / Math.max(info.width * 1.2, info.height * 1.3);
  const [width, height] = [Math.round(info.width * scale * 1.2), Math.round(info.height * scale * 1.3)];
  const corners = cornersIn(random, { width, height }, { width: info.width * scale, height: info.height * scale });
  const toPage = homography(corners, [
    [0, 0],
    [info.width, 0],
    [info.width, info.height],
    [0, info.height],
  ]);
  const photo = warp({ data, width: info.width, height: info.height, channels: 3 }, { width, height }, toPage, 0);
  shade(photo.data, { width, height, random, toPage, page: info });
  return sharp(photo.data, { raw: { width, height, channels: 3 } })
    .blur(random.between(0.4, 1.1))
    .jpeg({ quality: random.whole(52, 85) })
    .toBuffer();
}

function cornersIn(
  random: Seeded,
  photo: { width: number; height: number },
  page: { width: number; height: number },
): Quad {
  const angle = (random.between(-MAX_DEGREES, MAX_DEGREES) * Math.PI) / 180;
  const oblique = () => random.between(-0.035, 0.035);
  const [cx, cy] = [photo.width / 2, photo.height / 2];
  const corner = (sx: number, sy: number): Point => {
    const [dx, dy] = [((sx * page.width) / 2) * (0.96 + oblique()), ((sy * page.height) / 2) * (0.96 + oblique())];
    const shrink = 0.93;
    return [
      cx + (dx * Math.cos(angle) - dy * Math.sin(angle)) * shrink,
      cy + (dx * Math.sin(angle) + dy * Math.cos(angle)) * shrink,
    ];
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

interface Light {
  width: number;
  height: number;
  random: Seeded;
  toPage: (x: number, y: number) => [number, number];
  page: { width: number; height: number };
}

function shade(pixels: Uint8Array, { width, height, random, toPage, page }: Light): void {
  const background = random.pick(BACKGROUNDS);
  const slope = random.between(-0.35, 0.35);
  const tint = [1, random.between(0.96, 1), random.between(0.86, 0.98)];
  const [edge, depth, tilt] = [random.between(0.3, 0.9), random.between(0.12, 0.4), random.between(-0.4, 0.4)];
  const grain = random.between(2, 9);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [px, py] = toPage(x, y);
      const isPage = px >= 0 && py >= 0 && px < page.width - 1 && py < page.height - 1;
      const across = x / width + tilt * (y / height);
      // The shadow of a hand, with a soft edge.
      const shadow = 1 - depth / (1 + Math.exp(-(across - edge) * 40));
      const light = (0.82 + slope * (x / width - 0.5) * 0.6) * shadow;
      const noise = (random.share() + random.share() - 1) * grain;
      for (let c = 0; c < 3; c += 1) {
        const i = (y * width + x) * 3 + c;
        const base = isPage ? (pixels[i] ?? 0) : (background[c] ?? 0) + 8 * Math.sin(y / 9 + Math.sin(x / 160) * 4);
        pixels[i] = Math.max(0, Math.min(255, base * light * (tint[c] ?? 1) + noise));
      }
    }
}
