import { runServer } from '../compose/run-server.ts';

await runServer(null);
