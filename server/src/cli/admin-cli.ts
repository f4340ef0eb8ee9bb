import { runAdmin } from '../admin/run-admin.ts';

// A reader that stops early, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runAdmin(process.argv.slice(2));
