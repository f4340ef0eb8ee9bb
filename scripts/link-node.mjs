// npm 10 leaves node_modules/.bin/node out when two node packages are optional; scripts would then run on the system's Node.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const binary = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
const link = join(modules, '.bin', 'node');
if (existsSync(binary) && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), binary), link);
}
