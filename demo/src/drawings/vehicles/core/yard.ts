import { createRandom, type Point, times } from './geometry.ts';
import { mix } from './paint.ts';
import { strokeText } from './strokes.ts';
import type { Canvas } from './svg.ts';

interface Yard {
  sky: [string, string];
  ground: [string, string];
  building: string;
  far: string;
  line: string;
}

const CLEAR: Yard = {
  sky: ['#a9c9e2', '#e6eff4'],
  ground: ['#a9adb0', '#8a8e92'],
  building: '#c3ced6',
  far: '#9fb2a7',
  line: '#e9ebe8',
};
const OVERCAST: Yard = {
  sky: ['#c3ccd6', '#edeff0'],
  ground: ['#a3a6aa', '#7e8287'],
  building: '#b7bfc8',
  far: '#9aa9a8',
  line: '#e4e5e2',
};
const EVENING: Yard = {
  sky: ['#b4cbe0', '#f8e9d4'],
  ground: ['#b3aca4', '#8c8680'],
  building: '#d2c6ba',
  far: '#a8a68f',
  line: '#f0ebe0',
};
export const YARDS = [CLEAR, OVERCAST, EVENING];

const BUILDING_COUNT = 3;
const PARKED_COUNT = 9;
const PARKED_COLOURS = ['#d9dee2', '#8c969f', '#aab4bc', '#7388a3', '#a2837f', '#e6e6e2'];
const BAY_COUNT = 7;

/** The auction yard: sky, buildings, a row of parked vehicles and painted bays, all paler than the vehicle. */
export function drawYard(canvas: Canvas, { horizon, seed }: { horizon: number; seed: number }): void {
  const { width, height } = canvas;
  const random = createRandom(`yard${seed}`);
  const yard = YARDS[seed % YARDS.length] ?? CLEAR;
  const ridge = Math.max(horizon, height * 0.2);
  const sky = canvas.linear(
    [0, 0],
    [0, ridge],
    [
      [0, yard.sky[0]],
      [1, yard.sky[1]],
    ],
  );
  canvas.add('rect', { width, height: ridge + 1, fill: sky });
  times(3, () => drawCloud(canvas, [random() * width, ridge * (0.12 + random() * 0.4)]));
  times(12, (i) => {
    canvas.add('ellipse', {
      cx: ((i + random() * 0.6) / 11) * width,
      cy: ridge,
      rx: width * 0.07,
      ry: height * (0.025 + random() * 0.035),
      fill: yard.far,
      opacity: 0.6,
    });
  });
  times(BUILDING_COUNT, (i) =>
    drawBuilding(canvas, yard, [(i * 0.4 - 0.1 + random() * 0.12) * width, ridge], width * (0.24 + random() * 0.1)),
  );
  drawGround(canvas, yard, ridge, width * (0.4 + random() * 0.2));
  times(PARKED_COUNT, (i) => {
    const colour = PARKED_COLOURS[Math.floor(random() * PARKED_COLOURS.length)] ?? '#d9dee2';
    drawParkedCar(
      canvas,
      [(i / PARKED_COUNT + random() * 0.03) * width, ridge + height * 0.022],
      width * 0.085,
      colour,
    );
  });
}

function drawCloud({ width, height, add }: Canvas, [cx, cy]: Point): void {
  times(4, (i) =>
    add('ellipse', {
      cx: cx + (i - 1.5) * width * 0.045,
      cy: cy - (i % 2) * height * 0.012,
      rx: width * 0.06,
      ry: height * 0.02,
      fill: '#ffffff',
      opacity: 0.32,
    }),
  );
}

function drawGround(canvas: Canvas, yard: Yard, ridge: number, vanishing: number): void {
  const { width, height } = canvas;
  const fill = canvas.linear(
    [0, ridge],
    [0, height],
    [
      [0, mix(yard.ground[0], yard.sky[1], 0.45)],
      [0.35, yard.ground[0]],
      [1, yard.ground[1]],
    ],
  );
  canvas.add('rect', { y: ridge, width, height: height - ridge, fill });
  times(BAY_COUNT, (i) => {
    const foot = (i / (BAY_COUNT - 1) - 0.5) * width * 2.6 + vanishing;
    const head = vanishing + (foot - vanishing) * 0.16;
    const top = ridge + (height - ridge) * 0.16;
    const bay: Point[] = [
      [head, top],
      [head + width * 0.002, top],
      [foot + width * 0.012, height],
      [foot, height],
    ];
    canvas.fill(bay, yard.line, { opacity: 0.4 });
  });
}

function drawParkedCar(canvas: Canvas, [x, y]: Point, size: number, colour: string): void {
  const place = (shares: Point[]) => shares.map(([u, v]): Point => [x + u * size, y + v * size]);
  const body: Point[] = [
    [0, 0],
    [0, -0.2],
    [0.2, -0.26],
    [0.34, -0.42],
    [0.72, -0.43],
    [0.88, -0.26],
    [1, -0.22],
    [1, 0],
  ];
  canvas.fill(place(body), colour, { opacity: 0.55 });
  canvas.fill(
    place([
      [0.36, -0.39],
      [0.7, -0.4],
      [0.82, -0.27],
      [0.26, -0.27],
    ]),
    '#5f6f7b',
    { opacity: 0.35 },
  );
}

function drawBuilding(canvas: Canvas, yard: Yard, [x, ground]: Point, span: number): void {
  const tall = span * 0.3;
  const wall: Point[] = [
    [x, ground],
    [x, ground - tall * 0.8],
    [x + span / 2, ground - tall],
    [x + span, ground - tall * 0.8],
    [x + span, ground],
  ];
  canvas.fill(wall, yard.building, { opacity: 0.85 });
  times(4, (i) =>
    canvas.add('rect', {
      x: x + span * (0.08 + i * 0.23),
      y: ground - tall * 0.5,
      width: span * 0.15,
      height: tall * 0.5,
      fill: mix(yard.building, '#5d6b76', 0.3),
      opacity: 0.6,
    }),
  );
}

const MARK_SHARE = 0.022;

/** The label that marks the picture as an illustration of demonstration data. */
export function drawDemoMark(canvas: Canvas): void {
  const { width, height } = canvas;
  const size = Math.max(9, height * MARK_SHARE);
  const [x, y] = [width - height * MARK_SHARE, height - height * MARK_SHARE];
  canvas.add('rect', {
    x: x - size * 3.5,
    y: y - size * 1.35,
    width: size * 3.5,
    height: size * 1.7,
    rx: size * 0.3,
    fill: '#1c1f24',
    opacity: 0.5,
  });
  canvas.raw(strokeText('DEMO', { x: x - size * 1.75, y: y - size * 0.15, size: size * 0.7, colour: '#ffffff' }));
}
