import { type Camera, createCamera, type OutsideView } from '../core/camera.ts';
import { type Point, type Point3, range } from '../core/geometry.ts';
import type { Paint } from '../core/paint.ts';
import type { Canvas } from '../core/svg.ts';
import { fixed } from '../core/svg.ts';
import { brightness, painted } from './materials.ts';
import { dot, type Mesh, unit } from './mesh.ts';
import type { Motorcycle } from './motorcycle-body.ts';

interface MotorcycleDetails {
  motorcycle: Motorcycle;
  view: OutsideView | 'engine';
  paint: Paint;
  seed: number;
  /** Degrees from its left side, for a frame of a turn. */
  azimuth?: number | undefined;
}

const HEIGHT_SHARE = 0.74;
/** Zoom of the engine's picture. */
const CLOSE_UP = 2.6;

/** Returns the camera first, so that the yard can be drawn to its horizon; then draws the motorcycle, from back to front. */
export function drawMotorcycle(
  canvas: Canvas,
  { motorcycle, view, paint, seed, azimuth }: MotorcycleDetails,
): { horizon: number; draw(): void } {
  const { length, width, height, build, engineAt } = motorcycle;
  const outside = view === 'engine' ? 'front34' : view;
  const box = { length, width, height };
  const camera = createCamera({
    view: outside,
    box,
    width: canvas.width,
    height: canvas.height,
    heightShare: HEIGHT_SHARE,
    azimuth,
  });
  const centre = camera.project([engineAt[0], 0, engineAt[1]]);
  const see = (point: Point3): Point => {
    const [x, y] = camera.project(point);
    if (view !== 'engine') return [x, y];
    return [canvas.width / 2 + (x - centre[0]) * CLOSE_UP, canvas.height / 2 + (y - centre[1]) * CLOSE_UP];
  };
  const draw = () => {
    drawShadow(canvas, see, motorcycle);
    drawMesh(
      canvas,
      camera,
      see,
      build({ paint: painted(paint), seed, detail: canvas.detail < SMALLEST_FINE ? SMALL : canvas.detail }),
    );
  };
  // In the close-up the yard's edge is above the picture.
  return { horizon: view === 'engine' ? 0 : camera.horizon, draw };
}

const distanceTo = (eye: Point3, [x, y, z]: Point3) => Math.hypot(x - eye[0], y - eye[1], z - eye[2]);
/** Share of facets in a small picture. */
const SMALL = 0.17;
const SMALLEST_FINE = 0.5;

/** Facets that face the camera, from back to front; neighbors of one color form one path. */
function drawMesh(canvas: Canvas, { eye }: Camera, see: (point: Point3) => Point, mesh: Mesh): void {
  const seen = mesh.flatMap((piece) => {
    const toEye: Point3 = [eye[0] - piece.centre[0], eye[1] - piece.centre[1], eye[2] - piece.centre[2]];
    if (dot(piece.normal, toEye) <= 0) return [];
    const { material } = piece;
    const colour = material.tone(brightness(piece.normal, unit(toEye), material.gloss));
    return [{ points: piece.points, colour, distance: distanceTo(eye, piece.centre) - (piece.lift ?? 0) }];
  });
  let colour = '';
  let path = '';
  // The stroke closes hairline gaps between neighbors; small pictures need a wider one.
  const seam = canvas.detail < 1 ? 2.4 : 0.9;
  const flush = () => {
    if (path)
      canvas.raw(
        `<path d="${path}" fill="${colour}" stroke="${colour}" stroke-width="${seam}" stroke-linejoin="round"/>`,
      );
    path = '';
  };
  for (const piece of seen.toSorted((a, b) => b.distance - a.distance)) {
    if (piece.colour !== colour) flush();
    colour = piece.colour;
    path += `M${piece.points.map((point) => see(point).map(fixed).join(' ')).join('L')}Z`;
  }
  flush();
}

function drawShadow(canvas: Canvas, see: (point: Point3) => Point, { length, width }: Motorcycle): void {
  for (const i of range(9)) {
    const grow = 1.06 - i * 0.055;
    const ring = range(36).map((k): Point => {
      const angle = (k / 36) * Math.PI * 2;
      return see([length / 2 + (length / 2) * grow * Math.cos(angle), width * 0.36 * grow * Math.sin(angle), 0]);
    });
    canvas.fill(ring, '#0c0f13', { opacity: 0.05 + i * 0.012 });
  }
}
