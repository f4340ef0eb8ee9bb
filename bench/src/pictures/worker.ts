import { runWorker } from '../../../server/src/compose/run-worker.ts';
import { providerDoor } from '../../../server/src/testing/http/picture-provider.ts';

// A worker that reaches the provider of the benchmark, which is on this machine.
await runWorker(null, providerDoor(process.env.PROVIDER_CERTIFICATE ?? ''));
