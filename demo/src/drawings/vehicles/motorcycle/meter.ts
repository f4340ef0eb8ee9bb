import { dial } from '../cabin/odometer.ts';
import { type Point, times } from '../core/geometry.ts';
import { type Paint, shade } from '../core/paint.ts';
import { strokeText } from '../core/strokes.ts';
import type { Canvas } from '../core/svg.ts';

interface MeterDetails {
  mileageKm: number;
  paint: Paint;
  seed: number;
}

/** The rider's view: handlebar, two dials with the odometer between them, the tank below. */
export function drawMeter(canvas: Canvas, { mileageKm, paint, seed }: MeterDetails): void {
  const { width, height } = canvas;
  drawGround(canvas, seed);
  drawBar(canvas);
  const [cx, cy] = [width / 2, height * 0.42];
  const radius = height * 0.2;
  const shell = canvas.linear(
    [0, cy - radius],
    [0, cy + radius],
    [
      [0, '#4d545b'],
      [1, '#101214'],
    ],
  );
  canvas.add('rect', {
    x: cx - radius * 2.35,
    y: cy - radius * 1.2,
    width: radius * 4.7,
    height: radius * 2.5,
    rx: radius * 1.1,
    fill: shell,
  });
  dial(canvas, [cx - radius * 1.15, cy], radius, { top: 180, step: 20, needle: 0 });
  dial(canvas, [cx + radius * 1.15, cy], radius, { top: 12, step: 2, needle: 0.11 });
  const box = { x: cx - radius * 0.95, y: cy + radius * 0.74, width: radius * 1.9, height: radius * 0.4 };
  canvas.add('rect', { ...box, rx: 6, fill: '#a9b8ae', stroke: '#1b1f22', 'stroke-width': 4 });
  const base = box.y + box.height * 0.72;
  canvas.raw(
    strokeText(String(mileageKm), {
      x: cx + radius * 0.5,
      y: base,
      size: radius * 0.2,
      colour: '#1d2622',
      anchor: 'end',
    }),
  );
  canvas.raw(
    strokeText('KM', { x: cx + radius * 0.58, y: base, size: radius * 0.12, colour: '#3d4a44', anchor: 'start' }),
  );
  for (const [i, fill] of ['#5fbf7a', '#f2a33a', '#3f86d8', '#e2452f'].entries())
    canvas.add('circle', { cx: cx + (i - 1.5) * radius * 0.2, cy: cy - radius * 0.86, r: radius * 0.055, fill });
  drawTank(canvas, paint);
}

function drawGround(canvas: Canvas, seed: number): void {
  const { width, height } = canvas;
  const [light, dark] = [
    ['#b3b7ba', '#85898d'],
    ['#a8abaf', '#7b7f84'],
    ['#b5aea6', '#8a847d'],
  ][seed % 3] ?? ['#b3b7ba', '#85898d'];
  const fill = canvas.linear(
    [0, 0],
    [0, height],
    [
      [0, light ?? '#b3b7ba'],
      [1, dark ?? '#85898d'],
    ],
  );
  canvas.add('rect', { width, height, fill });
  times(3, (i) => {
    const x = width * (0.14 + i * 0.36);
    const bay: Point[] = [
      [x, 0],
      [x + width * 0.012, 0],
      [x + width * (0.02 + (i - 1) * 0.14), height],
      [x + width * ((i - 1) * 0.14), height],
    ];
    canvas.fill(bay, '#e9ebe8', { opacity: 0.5 });
  });
}

function drawBar(canvas: Canvas): void {
  const { width, height } = canvas;
  for (const side of [-1, 1]) {
    const x = (share: number) => width * (0.5 + side * share);
    const tube: Point[] = [
      [x(0.06), height * 0.66],
      [x(0.2), height * 0.57],
      [x(0.36), height * 0.6],
      [x(0.47), height * 0.68],
    ];
    canvas.line(tube, '#14171a', height * 0.036);
    canvas.line(tube, '#8e979f', height * 0.02);
    canvas.line(tube, '#dfe5ea', height * 0.006);
    const grip: Point[] = [
      [x(0.37), height * 0.605],
      [x(0.5), height * 0.71],
    ];
    canvas.line(grip, '#0d0f11', height * 0.075);
    canvas.line(grip, '#2a2e32', height * 0.05);
    const lever: Point[] = [
      [x(0.31), height * 0.55],
      [x(0.4), height * 0.53],
      [x(0.49), height * 0.6],
    ];
    canvas.line(lever, '#3c4349', height * 0.02);
    canvas.line(lever, '#cfd6dc', height * 0.01);
    canvas.add('rect', {
      x: x(0.325) - width * 0.028,
      y: height * 0.535,
      width: width * 0.056,
      height: height * 0.085,
      rx: 10,
      fill: '#1a1d20',
      stroke: '#4b5259',
      'stroke-width': 2,
    });
    canvas.add('circle', {
      cx: x(0.14),
      cy: height * 0.68,
      r: height * 0.032,
      fill: '#c3cad0',
      stroke: '#4b5259',
      'stroke-width': 3,
    });
    canvas.add('circle', { cx: x(0.14), cy: height * 0.68, r: height * 0.016, fill: '#59616a' });
  }
  const yoke: Point[] = [
    [width * 0.31, height * 0.655],
    [width * 0.69, height * 0.655],
    [width * 0.66, height * 0.735],
    [width * 0.34, height * 0.735],
  ];
  canvas.fill(yoke, '#24282c', { stroke: '#59616a', 'stroke-width': 3, 'stroke-linejoin': 'round' });
  canvas.add('circle', {
    cx: width * 0.5,
    cy: height * 0.695,
    r: height * 0.026,
    fill: '#aab2b9',
    stroke: '#32383d',
    'stroke-width': 3,
  });
}

function drawTank(canvas: Canvas, paint: Paint): void {
  const { width, height } = canvas;
  const fill = canvas.radial([width * 0.44, height * 0.84], width * 0.36, [
    [0, shade(paint, 0.85)],
    [0.35, shade(paint, 0.25)],
    [0.7, shade(paint, -0.15)],
    [1, shade(paint, -0.75)],
  ]);
  canvas.add('path', {
    d: `M${width * 0.36} ${height * 0.76}Q${width * 0.5} ${height * 0.71} ${width * 0.64} ${height * 0.76}C${width * 0.76} ${height * 0.8} ${width * 0.8} ${height * 0.9} ${width * 0.8} ${height}H${width * 0.2}C${width * 0.2} ${height * 0.9} ${width * 0.24} ${height * 0.8} ${width * 0.36} ${height * 0.76}Z`,
    fill,
    stroke: shade(paint, -0.9),
    'stroke-width': 2,
  });
  canvas.add('circle', {
    cx: width * 0.5,
    cy: height * 0.85,
    r: height * 0.055,
    fill: '#aeb6bd',
    stroke: '#4b5259',
    'stroke-width': 4,
  });
  canvas.add('circle', { cx: width * 0.5, cy: height * 0.85, r: height * 0.036, fill: '#7d868e' });
  canvas.line(
    [
      [width * 0.492, height * 0.85],
      [width * 0.508, height * 0.85],
    ],
    '#2c3237',
    height * 0.01,
  );
}
