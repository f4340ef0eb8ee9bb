import type { Point } from './geometry.ts';

type Attributes = Record<string, string | number | undefined>;
export type GradientStop = [offset: number, colour: string];

export const fixed = (value: number): number => Math.round(value * 10) / 10;

const path = (points: readonly Point[]) => `M${points.map(([x, y]) => `${fixed(x)} ${fixed(y)}`).join('L')}`;
const polygon = (points: readonly Point[]) => (points.length > 0 ? `${path(points)}Z` : '');

const attributes = (values: Attributes) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`)
    .join(' ');

const element = (name: string, values: Attributes, content?: string) =>
  content === undefined ? `<${name} ${attributes(values)}/>` : `<${name} ${attributes(values)}>${content}</${name}>`;

export interface Canvas {
  width: number;
  height: number;
  /** Fineness of shaded surfaces: 1 for large pictures, less for thumbnails. */
  detail: number;
  add(name: string, values: Attributes): void;
  raw(text: string): void;
  fill(points: readonly Point[], fill: string, extra?: Attributes): void;
  line(points: readonly Point[], stroke: string, strokeWidth: number, extra?: Attributes): void;
  /** These return a paint reference for `fill`. */
  linear(from: Point, to: Point, stops: readonly GradientStop[]): string;
  radial(centre: Point, radius: number, stops: readonly GradientStop[]): string;
  toString(): string;
}

/** Collects shapes and their gradients into one SVG. */
export function createCanvas({ width, height, detail }: Pick<Canvas, 'width' | 'height' | 'detail'>): Canvas {
  const definitions: string[] = [];
  const shapes: string[] = [];
  const define = (build: (id: string) => string) => {
    const id = `d${definitions.length}`;
    definitions.push(build(id));
    return `url(#${id})`;
  };
  const stopsOf = (stops: readonly GradientStop[]) =>
    stops.map(([offset, colour]) => element('stop', { offset, 'stop-color': colour })).join('');
  const gradient = (name: string, values: Attributes, stops: readonly GradientStop[]) =>
    define((id) => element(name, { id, gradientUnits: 'userSpaceOnUse', ...values }, stopsOf(stops)));

  return {
    width,
    height,
    detail,
    add: (name, values) => shapes.push(element(name, values)),
    raw: (text) => shapes.push(text),
    fill: (points, fill, extra = {}) => shapes.push(element('path', { d: polygon(points), fill, ...extra })),
    line: (points, stroke, strokeWidth, extra = {}) =>
      shapes.push(
        element('path', {
          d: path(points),
          fill: 'none',
          stroke,
          'stroke-width': strokeWidth,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
          ...extra,
        }),
      ),
    linear: ([x1, y1], [x2, y2], stops) => gradient('linearGradient', { x1, y1, x2, y2 }, stops),
    radial: ([cx, cy], r, stops) => gradient('radialGradient', { cx, cy, r }, stops),
    toString: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`,
  };
}
