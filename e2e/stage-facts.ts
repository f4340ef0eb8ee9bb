import { join } from 'node:path';

export const STAGE_PORT = 4_610;
/** Written by the stage once it is up: where its database and its rig of the house are. */
export const STAGE_FILE = join(import.meta.dirname, 'results', 'stage.json');

/** What Debian's Chromium needs to run as root, in a container and without a network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-gpu',
];
