import { type Point, times } from '../core/geometry.ts';
import type { Canvas } from '../core/svg.ts';

const DARK = { seat: '#3b3f44', dash: '#2c3034' };
const TRIMS = [DARK, { seat: '#b7a68b', dash: '#4a433b' }, { seat: '#6d737a', dash: '#3a3f45' }];

/** Dashboard and both front seats, from between the rear seats; right-hand drive. */
export function drawInterior(canvas: Canvas, { seed }: { seed: number }): void {
  const { width, height } = canvas;
  const trim = TRIMS[seed % TRIMS.length] ?? DARK;
  const place = (points: Point[]) => points.map(([x, y]): Point => [x * width, y * height]);
  canvas.add('rect', { width, height, fill: trim.dash });
  canvas.fill(
    place([
      [0.08, 0.08],
      [0.92, 0.08],
      [0.99, 0.42],
      [0.01, 0.42],
    ]),
    canvas.linear(
      [0, height * 0.08],
      [0, height * 0.42],
      [
        [0, '#a9c9e2'],
        [0.7, '#e6eff4'],
        [0.72, '#a9adb0'],
        [1, '#989ca0'],
      ],
    ),
  );
  canvas.add('rect', {
    x: width * 0.44,
    y: height * 0.1,
    width: width * 0.12,
    height: height * 0.05,
    rx: 8,
    fill: '#1b1e21',
  });
  canvas.add('path', {
    d: `M0 ${height * 0.44}Q${width * 0.5} ${height * 0.33} ${width} ${height * 0.44}V${height * 0.72}H0Z`,
    fill: canvas.linear(
      [0, height * 0.38],
      [0, height * 0.72],
      [
        [0, '#565d64'],
        [0.2, trim.dash],
        [1, '#17191c'],
      ],
    ),
  });
  canvas.fill(
    place([
      [0.41, 0.45],
      [0.59, 0.45],
      [0.58, 0.6],
      [0.42, 0.6],
    ]),
    '#0e1114',
    { stroke: '#6a737b', 'stroke-width': 2 },
  );
  canvas.fill(
    place([
      [0.425, 0.465],
      [0.575, 0.465],
      [0.567, 0.585],
      [0.433, 0.585],
    ]),
    canvas.linear(
      [width * 0.42, 0],
      [width * 0.58, 0],
      [
        [0, '#2b4a66'],
        [1, '#15232f'],
      ],
    ),
  );
  for (const x of [0.1, 0.32, 0.66, 0.9])
    canvas.add('rect', {
      x: (x - 0.045) * width,
      y: height * 0.47,
      width: width * 0.09,
      height: height * 0.05,
      rx: 8,
      fill: '#131518',
      stroke: '#59616a',
      'stroke-width': 2,
    });
  times(3, (i) =>
    canvas.add('circle', {
      cx: width * (0.46 + i * 0.04),
      cy: height * 0.65,
      r: height * 0.018,
      fill: '#23272b',
      stroke: '#7b858e',
      'stroke-width': 2,
    }),
  );
  const [cx, cy]: Point = [width * 0.76, height * 0.55];
  canvas.add('ellipse', {
    cx,
    cy,
    rx: width * 0.12,
    ry: height * 0.15,
    fill: 'none',
    stroke: '#17191b',
    'stroke-width': height * 0.035,
  });
  canvas.add('ellipse', {
    cx,
    cy: cy - 2,
    rx: width * 0.12,
    ry: height * 0.15,
    fill: 'none',
    stroke: '#4a5057',
    'stroke-width': height * 0.008,
  });
  canvas.fill(
    place([
      [0.65, 0.54],
      [0.87, 0.54],
      [0.81, 0.61],
      [0.78, 0.69],
      [0.74, 0.69],
      [0.71, 0.61],
    ]),
    '#24282c',
  );
  canvas.add('rect', {
    x: width * 0.43,
    y: height * 0.7,
    width: width * 0.14,
    height: height * 0.3,
    rx: 14,
    fill: '#1b1e21',
  });
  canvas.line(
    place([
      [0.5, 0.83],
      [0.5, 0.74],
    ]),
    '#8a939b',
    height * 0.012,
  );
  canvas.add('circle', {
    cx: width * 0.5,
    cy: height * 0.74,
    r: height * 0.022,
    fill: '#15171a',
    stroke: '#8a939b',
    'stroke-width': 2,
  });
  for (const x of [0.23, 0.77]) drawSeat(canvas, x * width, trim.seat);
}

function drawSeat(canvas: Canvas, cx: number, colour: string): void {
  const { width, height } = canvas;
  const block = (half: number, top: number, tall: number, radius: number) => {
    const fill = canvas.linear(
      [cx - half * width, 0],
      [cx + half * width, 0],
      [
        [0, '#17191b'],
        [0.12, colour],
        [0.5, colour],
        [0.88, colour],
        [1, '#17191b'],
      ],
    );
    canvas.add('rect', {
      x: cx - half * width,
      y: top * height,
      width: half * 2 * width,
      height: tall * height,
      rx: radius * height,
      fill,
      stroke: '#141618',
      'stroke-width': 2,
    });
  };
  for (const shift of [-0.03, 0.03])
    canvas.line(
      [
        [cx + shift * width, height * 0.66],
        [cx + shift * width, height * 0.72],
      ],
      '#8a939b',
      height * 0.01,
    );
  block(0.065, 0.56, 0.11, 0.04);
  block(0.155, 0.69, 0.4, 0.09);
  for (const shift of [-0.085, 0.085])
    canvas.line(
      [
        [cx + shift * width, height * 0.74],
        [cx + shift * width * 1.1, height],
      ],
      '#1b1d20',
      2,
      { opacity: 0.6 },
    );
}
