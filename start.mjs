import { launch } from './scripts/launch.mjs';

await launch({ file: 'server/src/main.ts', tools: false });
