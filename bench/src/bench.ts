import { bidLists } from './bids/bid-lists.ts';
import { bids } from './bids/bids.ts';
import { hour } from './bids/hour.ts';
import { paint } from './browser/paint.ts';
import { tasks } from './browser/tasks.ts';
import { web } from './browser/web.ts';
import { feed } from './feed/feed.ts';
import { archive } from './lists/archive.ts';
import { listing } from './lists/listing.ts';
import { lists } from './lists/lists.ts';
import { scale } from './lists/scale.ts';
import { loginTiming } from './login-timing.ts';
import { peers } from './peers/peers.ts';
import { pictures } from './pictures/pictures.ts';
import { price } from './prices/prices.ts';
import { refit } from './prices/refit.ts';
import { balancer } from './servers/balancer.ts';
import { hostile } from './servers/hostile.ts';
import { live } from './servers/live.ts';
import { drawnSheets } from './sheets/drawn-sheets.ts';
import { foreignSheets } from './sheets/foreign-sheets.ts';
import { sheetsForTuning } from './sheets/tuning.ts';
import { week } from './week/week.ts';

/** Each part prints its figures beside a baseline without the portal, or beside its target, from the same run. */
const PARTS: Record<string, (scale: number, only?: string) => Promise<void>> = {
  listing,
  bids,
  'bid-lists': bidLists,
  doors: loginTiming,
  hostile,
  archive,
  feed,
  live,
  web,
  lists,
  paint,
  hour,
  price,
  sheets: foreignSheets,
  'drawn-sheets': drawnSheets,
};

/** Parts that need special programs or take an hour run only when named. */
const BY_NAME: typeof PARTS = {
  balancer,
  scale,
  peers,
  week,
  tasks,
  pictures,
  refit,
  'sheets-tuning': sheetsForTuning,
};

const [name, ...more] = process.argv.slice(2);
const share = Number(more.find((word) => /^[\d.]+$/.test(word)) ?? '1');
const only = more.find((word) => !/^[\d.]+$/.test(word));
const all = { ...PARTS, ...BY_NAME };
if (name === '--help' || (name && !(name in all))) {
  process.stdout.write(
    `npm run bench [-- PART [CALL] [SCALE]]\nParts: ${Object.keys(PARTS).join(', ')}. SCALE 0.1 runs on a tenth of the rows or pairs; CALL is one of the doors (login, sign-up, reset), one of the hostile loops (statement, listing …), a part of the name of an archive's call, or sales=0.25 for lists with a quarter of the past sales.\nBy name alone: balancer [nginx or haproxy], which have to be installed; scale [CALL], beside pgbench; peers [directus or groonga]; week, of which 0.05 is a minute; tasks, clicks and keys of four tasks.\n`,
  );
  process.stdout.write(
    'pictures, by name as well, are 30,000, of which 0.1 takes five minutes; refit fits prices on the sales of lists.\n',
  );
  process.exit(name === '--help' ? 0 : 1);
}
for (const [part, run] of Object.entries(name ? all : PARTS)) if (!name || name === part) await run(share, only);
process.exit(0);
