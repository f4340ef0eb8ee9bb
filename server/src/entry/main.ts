import { runPortal } from '../compose/run-portal.ts';

// The portal alone; `npm start` begins at demo/src/main.ts.
await runPortal(null);
