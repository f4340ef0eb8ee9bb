import { join } from 'node:path';

export const STAGE_PORT = 4_610;
/** Written by the stage once it is up: where its database and its rig of the house are. */
export const STAGE_FILE = join(import.meta.dirname, 'results', 'stage.json');
