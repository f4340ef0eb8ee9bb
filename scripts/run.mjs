// node scripts/run.mjs FILE args…: runs commands of operators and developers on the right Node, as `npm start` does.
import { launch } from './launch.mjs';

const [file = '', ...args] = process.argv.slice(2);
await launch({ file, args, tools: !file.startsWith('server/') });
