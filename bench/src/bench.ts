import { listing } from './listing.ts';

/** Each part prints its figures beside the same work done bare in the same run. */
const PARTS: Record<string, (scale: number) => Promise<void>> = { listing };

const [name, scale = '1'] = process.argv.slice(2);
if (name === '--help' || (name && !(name in PARTS))) {
  process.stdout.write(
    `npm run bench [-- PART [SCALE]]\nParts: ${Object.keys(PARTS).join(', ')}. SCALE 0.1 runs on a tenth of the rows.\n`,
  );
  process.exit(name === '--help' ? 0 : 1);
}
for (const [part, run] of Object.entries(PARTS)) if (!name || name === part) await run(Number(scale));
process.exit(0);
