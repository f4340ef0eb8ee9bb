import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'demo', 'src');

/** Server and worker of the demonstration, for benchmarks with pictures. */
export const DEMO_SERVER = { program: join(FOLDER, 'serve-main.ts') };
export const DEMO_WORKER = { program: join(FOLDER, 'worker-main.ts') };
