import { clamp, lerp, type Point3, smoothstep } from '../core/geometry.ts';
import { mix, type Paint, shade } from '../core/paint.ts';

/** Material of a surface. */
export interface Material {
  /** Color for a brightness from -1, the deepest shade, to 1, the reflected sky. */
  tone(level: number): string;
  /** Reflectivity, 0 to 1. */
  gloss: number;
}

const STEPS = 40;

/** A material has few colors, so that most facets share one. */
function material(gloss: number, tone: (level: number) => string): Material {
  const known = new Map<number, string>();
  return {
    gloss,
    tone: (level) => {
      const step = Math.round(clamp(level, -1, 1) * STEPS);
      const colour = known.get(step) ?? tone(step / STEPS);
      known.set(step, colour);
      return colour;
    },
  };
}

const between = (dark: string, base: string, light: string) => (level: number) =>
  level < 0 ? mix(base, dark, -level) : mix(base, light, level);

export const painted = (paint: Paint): Material => material(0.62, (level) => shade(paint, level));
export const METAL = material(0.5, between('#2b3035', '#969fa7', '#f2f5f7'));
export const CAST = material(0.3, between('#22262a', '#6d757c', '#c9d0d6'));
export const CHROME = material(0.95, between('#23282d', '#a9b3bb', '#ffffff'));
export const BLACK = material(0.42, between('#0a0b0d', '#25292d', '#79838c'));
export const MATT = material(0.12, between('#0b0c0e', '#212428', '#4a5056'));
export const RUBBER = material(0.1, between('#0a0b0c', '#1d1f22', '#44494e'));
export const SEAT = material(0.2, between('#0d0c0c', '#2a2725', '#5f5955'));
export const GLASS = material(0.9, between('#31404b', '#8fa8b8', '#f4fafd'));
export const LENS = material(0.75, between('#6f7c86', '#dfe7ec', '#ffffff'));
export const TAIL = material(0.6, between('#4d070b', '#bb1a20', '#ff8a78'));
export const AMBER = material(0.6, between('#7a4508', '#ee9a2e', '#ffdc9a'));
export const PLATE = material(0.1, between('#9aa09c', '#e8ebe6', '#ffffff'));

const LIGHT: Point3 = [-0.28, 0.5, 0.82];

/** Brightness of a surface with this normal, seen along the line to the camera (both unit vectors). */
export function brightness(normal: Point3, toEye: Point3, gloss: number): number {
  const lit = normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2];
  const dull = lerp(-0.75, 0.5, smoothstep(-0.6, 1, lit));
  const facing = normal[0] * toEye[0] + normal[1] * toEye[1] + normal[2] * toEye[2];
  const mirroredZ = 2 * facing * normal[2] - toEye[2];
  const sky = smoothstep(-0.05, 0.28, mirroredZ) * (0.35 + 0.65 * clamp(mirroredZ));
  const ground = lerp(-0.25, -0.85, smoothstep(0, 0.9, -mirroredZ));
  const mirrored = mirroredZ > -0.05 ? lerp(-0.55, 0.85, sky) : ground;
  const spark = smoothstep(0.86, 1, lit) * gloss * 0.7;
  return lerp(dull, mirrored, gloss * 0.75) + spark;
}
