import { archive } from './archive.ts';
import { balancer } from './balancer.ts';
import { bidLists } from './bid-lists.ts';
import { bids } from './bids.ts';
import { doors } from './door-times.ts';
import { hour } from './hour.ts';
import { importing } from './import.ts';
import { listing } from './listing.ts';
import { live } from './live.ts';
import { replica } from './replica.ts';
import { sheets } from './sheets.ts';
import { web } from './web.ts';

/** Each part prints its figures beside the same work done bare, or beside its goal, in the same run. */
const PARTS: Record<string, (scale: number, only?: string) => Promise<void>> = {
  listing,
  bids,
  'bid-lists': bidLists,
  doors,
  archive,
  import: importing,
  live,
  web,
  hour,
  replica,
  sheets,
};

const [name, ...more] = process.argv.slice(2);
const scale = Number(more.find((word) => /^[\d.]+$/.test(word)) ?? '1');
const only = more.find((word) => !/^[\d.]+$/.test(word));
if (name === '--help' || (name && name !== 'balancer' && !(name in PARTS))) {
  process.stdout.write(
    `npm run bench [-- PART [CALL] [SCALE]]\nParts: ${Object.keys(PARTS).join(', ')}. SCALE 0.1 runs on a tenth of the rows or pairs; CALL is one of the doors (login, sign-up, reset) or a part of the name of an archive's call.\nBy name alone: balancer [nginx or haproxy], which have to be installed.\n`,
  );
  process.exit(name === '--help' ? 0 : 1);
}
if (name === 'balancer') await balancer(scale, only);
else for (const [part, run] of Object.entries(PARTS)) if (!name || name === part) await run(scale, only);
process.exit(0);
