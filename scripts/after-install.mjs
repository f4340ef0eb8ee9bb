// Runs after every npm install in this folder.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isWhole, MODULES, pinnedNode, writeStamp } from './installed.mjs';

// npm 10 leaves .bin/node out when two node packages are optional; scripts would then run on the system's Node.
const binary = pinnedNode();
const link = join(MODULES, '.bin', 'node');
if (binary && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), binary), link);
}
if (isWhole()) writeStamp();
