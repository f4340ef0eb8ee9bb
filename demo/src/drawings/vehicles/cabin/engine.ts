import { type Point, times } from '../core/geometry.ts';
import { type Paint, shade } from '../core/paint.ts';
import type { Canvas } from '../core/svg.ts';

/** Engine bay from the front with the hood up. */
export function drawEngine(canvas: Canvas, { paint }: { paint: Paint }): void {
  const { width, height } = canvas;
  const place = (points: Point[]) => points.map(([x, y]): Point => [x * width, y * height]);
  const box = (x: number, y: number, w: number, h: number, fill: string, extra: Record<string, string | number> = {}) =>
    canvas.add('rect', {
      x: x * width,
      y: y * height,
      width: w * width,
      height: h * height,
      rx: 0.015 * height,
      fill,
      ...extra,
    });
  canvas.add('rect', { width, height, fill: shade(paint, -0.25) });
  canvas.fill(
    place([
      [0.06, 0.02],
      [0.94, 0.02],
      [0.86, 0.2],
      [0.14, 0.2],
    ]),
    shade(paint, -0.7),
  );
  canvas.fill(
    place([
      [0.12, 0.2],
      [0.88, 0.2],
      [0.95, 0.84],
      [0.05, 0.84],
    ]),
    canvas.linear(
      [0, height * 0.2],
      [0, height * 0.84],
      [
        [0, '#15181a'],
        [1, '#2b3034'],
      ],
    ),
    { stroke: '#0c0e10', 'stroke-width': height * 0.012 },
  );
  [0.2, 0.8].forEach((x) => {
    canvas.add('circle', {
      cx: x * width,
      cy: height * 0.34,
      r: height * 0.07,
      fill: shade(paint, -0.4),
      stroke: '#101214',
      'stroke-width': 3,
    });
    canvas.add('circle', { cx: x * width, cy: height * 0.34, r: height * 0.03, fill: '#8a939b' });
  });
  box(
    0.3,
    0.3,
    0.4,
    0.3,
    canvas.linear(
      [0, height * 0.3],
      [0, height * 0.6],
      [
        [0, '#596068'],
        [0.3, '#2c3136'],
        [1, '#17191c'],
      ],
    ),
    { stroke: '#727b83', 'stroke-width': 2 },
  );
  times(4, (i) => box(0.345 + i * 0.082, 0.35, 0.06, 0.19, '#1b1e21', { stroke: '#4b5259', 'stroke-width': 1.5 }));
  box(0.1, 0.5, 0.15, 0.2, '#22262a', { stroke: '#59616a', 'stroke-width': 2 });
  times(5, (i) =>
    canvas.line(
      place([
        [0.12, 0.54 + i * 0.03],
        [0.23, 0.54 + i * 0.03],
      ]),
      '#3d444b',
      3,
    ),
  );
  box(
    0.76,
    0.5,
    0.14,
    0.17,
    canvas.linear(
      [0, height * 0.5],
      [0, height * 0.67],
      [
        [0, '#4a535c'],
        [1, '#20252a'],
      ],
    ),
    { stroke: '#6c757d', 'stroke-width': 2 },
  );
  box(0.77, 0.47, 0.03, 0.035, '#b3261e');
  box(0.86, 0.47, 0.03, 0.035, '#30363c');
  box(0.28, 0.66, 0.1, 0.11, '#dfe5e2', { opacity: 0.85 });
  box(0.66, 0.68, 0.07, 0.09, '#8fb9d6', { opacity: 0.85 });
  canvas.add('circle', { cx: width * 0.695, cy: height * 0.67, r: height * 0.025, fill: '#2a67b8' });
  canvas.add('circle', {
    cx: width * 0.62,
    cy: height * 0.57,
    r: height * 0.022,
    fill: '#e0b21f',
    stroke: '#7a5f0c',
    'stroke-width': 2,
  });
  canvas.add('path', {
    d: `M${width * 0.25} ${height * 0.56}C${width * 0.3} ${height * 0.48} ${width * 0.27} ${height * 0.42} ${width * 0.31} ${height * 0.4}`,
    fill: 'none',
    stroke: '#0f1113',
    'stroke-width': height * 0.045,
  });
  box(0.16, 0.8, 0.68, 0.07, '#1b1e21', { stroke: '#4b5259', 'stroke-width': 2 });
  canvas.fill(
    place([
      [0, 0.9],
      [1, 0.9],
      [1, 1],
      [0, 1],
    ]),
    canvas.linear(
      [0, height * 0.9],
      [0, height],
      [
        [0, shade(paint, 0.5)],
        [1, shade(paint, -0.1)],
      ],
    ),
  );
}
