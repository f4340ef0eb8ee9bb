import { launch } from './scripts/launch.mjs';

await launch({ file: 'scripts/test.ts', tools: true });
