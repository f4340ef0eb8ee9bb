// node scripts/run.mjs FILE args…: the operator's and the developer's commands, with the guarantees of `npm start`.
import { launch } from './launch.mjs';

const [file = '', ...args] = process.argv.slice(2);
await launch({ file, args, tools: !file.startsWith('server/') });
