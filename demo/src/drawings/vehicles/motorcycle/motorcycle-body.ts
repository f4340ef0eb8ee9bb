import type { Material } from './materials.ts';
import type { Mesh } from './mesh.ts';

export interface Build {
  paint: Material;
  /** Wheels and finish. */
  seed: number;
  detail: number;
}

/** A motorcycle in metres: nose at 0, x to the tail, y to its left, z up. */
export interface Motorcycle {
  length: number;
  width: number;
  height: number;
  /** What a picture of the engine looks at: x and z. */
  engineAt: [x: number, z: number];
  build(build: Build): Mesh;
}
