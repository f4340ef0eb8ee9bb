import type { Material } from './materials.ts';
import type { Mesh } from './mesh.ts';

export interface Build {
  paint: Material;
  /** Selects wheels and finish. */
  seed: number;
  detail: number;
}

/** A motorcycle in meters: nose at 0, x to the tail, y to its left, z up. */
export interface Motorcycle {
  length: number;
  width: number;
  height: number;
  /** Target of the engine picture: x and z. */
  engineAt: [x: number, z: number];
  build(build: Build): Mesh;
}
