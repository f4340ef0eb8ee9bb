import { launch } from './scripts/launch.mjs';

await launch({ file: 'demo/src/main.ts', tools: false });
