import { type Point, times } from '../core/geometry.ts';
import { strokeText } from '../core/strokes.ts';
import type { Canvas } from '../core/svg.ts';

const SWEEP = { from: 2.36, span: 4.7 };

interface Dial {
  top: number;
  step: number;
  /** Share of the sweep. */
  needle: number;
}

export function dial(canvas: Canvas, [cx, cy]: Point, radius: number, { top, step, needle }: Dial): void {
  const spot = (share: number, r: number): Point => [
    cx + r * Math.cos(SWEEP.from + share * SWEEP.span),
    cy + r * Math.sin(SWEEP.from + share * SWEEP.span),
  ];
  canvas.add('circle', {
    cx,
    cy,
    r: radius * 1.06,
    fill: canvas.linear(
      [cx, cy - radius],
      [cx, cy + radius],
      [
        [0, '#8c959d'],
        [1, '#2a2e33'],
      ],
    ),
  });
  canvas.add('circle', {
    cx,
    cy,
    r: radius,
    fill: canvas.radial([cx, cy], radius, [
      [0, '#20262d'],
      [1, '#0b0d10'],
    ]),
  });
  const count = top / step;
  times(count * 2 + 1, (i) =>
    canvas.line(
      [spot(i / count / 2, radius * (i % 2 ? 0.9 : 0.85)), spot(i / count / 2, radius * 0.95)],
      '#e8edf1',
      radius * (i % 2 ? 0.008 : 0.016),
    ),
  );
  times(count + 1, (i) => {
    const [x, y] = spot(i / count, radius * 0.7);
    canvas.raw(strokeText(String(i * step), { x, y: y + radius * 0.05, size: radius * 0.1, colour: '#e8edf1' }));
  });
  canvas.line([spot(needle, -radius * 0.12), spot(needle, radius * 0.8)], '#e2452f', radius * 0.025);
  canvas.add('circle', { cx, cy, r: radius * 0.11, fill: '#2c3238', stroke: '#555d65', 'stroke-width': radius * 0.01 });
}

/** Instrument cluster with the engine idling and the given mileage on the display. */
export function drawOdometer(canvas: Canvas, { mileageKm }: { mileageKm: number }): void {
  const { width, height } = canvas;
  canvas.add('rect', {
    width,
    height,
    fill: canvas.linear(
      [0, 0],
      [0, height],
      [
        [0, '#33383e'],
        [1, '#121416'],
      ],
    ),
  });
  canvas.add('path', {
    d: `M${width * 0.03} ${height * 0.9}V${height * 0.42}Q${width * 0.5} ${height * -0.12} ${width * 0.97} ${height * 0.42}V${height * 0.9}Z`,
    fill: '#0a0b0d',
    stroke: '#4a5057',
    'stroke-width': height * 0.012,
  });
  const radius = Math.min(width * 0.2, height * 0.27);
  dial(canvas, [width * 0.27, height * 0.52], radius, { top: 8, step: 1, needle: 0.09 });
  dial(canvas, [width * 0.73, height * 0.52], radius, { top: 180, step: 20, needle: 0 });
  const display = { x: width * 0.385, y: height * 0.74, width: width * 0.23, height: height * 0.1 };
  canvas.add('rect', { ...display, rx: height * 0.012, fill: '#16242c', stroke: '#46525b', 'stroke-width': 1.5 });
  canvas.raw(
    strokeText(String(mileageKm), {
      x: width * 0.545,
      y: height * 0.812,
      size: height * 0.044,
      colour: '#bfe6f2',
      anchor: 'end',
    }),
  );
  canvas.raw(
    strokeText('KM', { x: width * 0.56, y: height * 0.812, size: height * 0.026, colour: '#8fb6c2', anchor: 'start' }),
  );
  for (const [i, fill] of ['#f2a33a', '#e2452f', '#5fbf7a'].entries())
    canvas.add('circle', { cx: width * (0.465 + i * 0.035), cy: height * 0.4, r: height * 0.011, fill });
}
