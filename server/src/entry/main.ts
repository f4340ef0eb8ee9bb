import { runPortal } from '../compose/run-portal.ts';

// The portal alone; `npm start` runs demo/src/main.ts.
await runPortal(null);
