import { type Point, range } from './geometry.ts';
import { MATERIALS } from './paint.ts';
import type { Canvas } from './svg.ts';

const polar = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];
const outline = (points: readonly Point[]) =>
  `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}Z`;
const RIM = 0.66;

const spokes = (count: number, metal: string, draw: (angle: number) => Point[]) =>
  range(count)
    .map((i) => draw((i / count) * Math.PI * 2 - Math.PI / 2))
    .map(
      (points) =>
        `<path d="${outline(points)}" fill="${metal}" stroke="#6c757d" stroke-width=".012" stroke-linejoin="round"/>`,
    )
    .join('');

const steel = (metal: string) => {
  const holes = range(12).map((i) => {
    const [x, y] = polar(0.46, (i / 12) * Math.PI * 2);
    return `<circle cx="${x.toFixed(3)}" cy="${y.toFixed(3)}" r=".075" fill="#23272b"/>`;
  });
  return `<circle r="${RIM * 0.95}" fill="${metal}"/>${holes.join('')}<circle r=".3" fill="#9aa3ab"/>`;
};

const ALLOYS = [
  (metal: string) =>
    spokes(5, metal, (a) => [
      polar(0.12, a - 0.9),
      polar(RIM * 0.96, a - 0.2),
      polar(RIM * 0.96, a + 0.2),
      polar(0.12, a + 0.9),
    ]),
  (metal: string) =>
    spokes(10, metal, (a) => [
      polar(0.1, a - 0.5),
      polar(RIM * 0.96, a - 0.085),
      polar(RIM * 0.96, a + 0.085),
      polar(0.1, a + 0.5),
    ]),
  (metal: string) =>
    spokes(5, metal, (a) => [
      polar(0.1, a - 0.5),
      polar(RIM * 0.96, a - 0.32),
      polar(RIM * 0.96, a - 0.14),
      polar(0.2, a),
    ]) +
    spokes(5, metal, (a) => [
      polar(0.1, a + 0.5),
      polar(RIM * 0.96, a + 0.32),
      polar(RIM * 0.96, a + 0.14),
      polar(0.2, a),
    ]),
];

export const ALLOY_DESIGNS = ALLOYS.length;

/** Wheel in unit coordinates (tire radius 1); the matrix places it in the picture. */
export function drawWheel(canvas: Canvas, matrix: string, design: number | 'steel'): void {
  const metal = canvas.linear(
    [-0.6, -0.7],
    [0.5, 0.7],
    [
      [0, '#f4f6f8'],
      [0.45, '#c3cad0'],
      [1, '#868f98'],
    ],
  );
  const tyre = canvas.radial([0, 0], 1, [
    [0.6, '#101214'],
    [0.78, '#2a2d30'],
    [0.86, MATERIALS.rubberLight],
    [0.93, '#202326'],
    [1, '#141618'],
  ]);
  const draw = design === 'steel' ? steel : (ALLOYS[design] ?? steel);
  canvas.raw(
    `<g transform="${matrix}"><circle r="1" fill="${tyre}"/><circle r="${RIM + 0.035}" fill="#aab2b9"/>` +
      `<circle r="${RIM}" fill="#1a1d20"/><circle r=".4" fill="#4b5157"/><circle r=".33" fill="#2f3438"/>${draw(metal)}` +
      `<circle r=".15" fill="${metal}" stroke="#6c757d" stroke-width=".015"/><circle r=".07" fill="#59626a"/>` +
      `<circle r="${RIM + 0.015}" fill="none" stroke="#e6eaed" stroke-width=".04"/></g>`,
  );
}
