import sharp from 'sharp';
import { findCorners } from './find-corners.ts';
import { findTilt } from './find-tilt.ts';
import { homography, type Point, type Quad, type Raster, warp } from './homography.ts';

/** A sheet of paper, straightened. */
export interface Paper {
  /** Three bytes per pixel. */
  page: Raster;
  /** The page's corners in the upright picture, in shares of its width and height; null: the whole picture. */
  corners: Quad | null;
}

/** Longer side of a straightened page in pixels; labels of a usual form are then 18 to 24 pixels high. */
const LONG_SIDE = 1_800;
const DECODED_SIDE = 3_000;
const SMALL_SIDE = 640;
/** Bounds what a small file may unpack to. */
export const MAX_PIXELS = 80_000_000;
/** Smaller tilts are left to the lines themselves. */
const MIN_TILT = 0.12;

/** Decodes a picture upright and straightens its sheet. Throws what sharp throws for a picture that cannot be decoded. */
export async function openPaper(picture: Buffer): Promise<Paper> {
  const upright = await decode(picture);
  const small = await sharp(Buffer.from(upright.data.buffer, upright.data.byteOffset, upright.data.byteLength), {
    raw: { width: upright.width, height: upright.height, channels: 3 },
  })
    .resize({ width: SMALL_SIDE, height: SMALL_SIDE, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = findCorners({ data: small.data, width: small.info.width, height: small.info.height });
  const [kx, ky] = [upright.width / small.info.width, upright.height / small.info.height];
  const quad = found
    ? (found.map(([x, y]) => [(x + 0.5) * kx, (y + 0.5) * ky]) as unknown as Quad)
    : await tiltedPage(upright);
  return straighten(upright, quad);
}

/** Draws the page with these corners (shares of the picture) from the picture, as openPaper does. */
export async function redrawPaper(picture: Buffer, corners: Quad | null): Promise<Raster> {
  const upright = await decode(picture);
  const quad = (corners ?? WHOLE).map(([x, y]) => [x * upright.width, y * upright.height]) as unknown as Quad;
  return straighten(upright, quad).page;
}

const WHOLE: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

async function decode(picture: Buffer): Promise<Raster> {
  const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize({ width: DECODED_SIDE, height: DECODED_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { data, width: info.width, height: info.height, channels: 3 };
  const colour = new Uint8Array(info.width * info.height * 3);
  for (let i = 0; i < info.width * info.height; i += 1) colour.fill(data[i * info.channels] ?? 255, i * 3, i * 3 + 3);
  return { data: colour, width: info.width, height: info.height, channels: 3 };
}

/** The whole picture, turned by the tilt of its lines: a scan, or a photo without a visible edge of the paper. */
async function tiltedPage({ data, width, height }: Raster): Promise<Quad> {
  const image = sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 3 },
  });
  const degrees = await findTilt(
    await image.resize({ width: 1_000, height: 1_000, fit: 'inside' }).png({ compressionLevel: 0 }).toBuffer(),
  );
  const angle = (Math.abs(degrees) < MIN_TILT ? 0 : degrees * Math.PI) / 180;
  const corner = (x: number, y: number): Point => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [
      width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  };
  return [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)];
}

function straighten(picture: Raster, quad: Quad): Paper {
  const side = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const wide = (side(quad[0], quad[1]) + side(quad[3], quad[2])) / 2;
  const high = (side(quad[0], quad[3]) + side(quad[1], quad[2])) / 2;
  const scale = LONG_SIDE / Math.max(wide, high);
  const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
  const toPicture = homography(
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    quad,
  );
  const page = warp(picture, { width, height }, toPicture, 255);
  const corners = quad.map(([x, y]) => [x / picture.width, y / picture.height]) as unknown as Quad;
  const isWhole = corners.every(([x, y], i) => x === WHOLE[i]?.[0] && y === WHOLE[i]?.[1]);
  return { page, corners: isWhole ? null : corners };
}
