import type { Demonstration } from '@seri/server/compose/demonstration.ts';
import { DEMO_PASSWORD } from '@seri/server/platform/company-settings.ts';
import { startDemonstrationHouse } from './house/start-house.ts';
import { fillDemoBids } from './seeding/fill-demo-bids.ts';
import { fillDemoWork } from './seeding/fill-demo-managers.ts';
import { fillDemoPurchases } from './seeding/fill-demo-purchases.ts';
import { fillDemonstration } from './seeding/fill-demonstration.ts';
import { demoAdapters } from './stand-ins.ts';

const DEMO_ACCOUNTS = `
Demonstration accounts, password ${DEMO_PASSWORD}:
  client@demo.seri      a client with a deposit
  client2@demo.seri     a second client with a deposit, in Russian
  dealer@demo.seri      a dealer with three clients of his own
  restricted@demo.seri  a client who may look but not bid yet
  manager@demo.seri     the provider's manager
`;

export const demonstration: Demonstration = {
  adapters: demoAdapters,
  fill: async (database, { documents, log }) => {
    await fillDemonstration(database);
    await fillDemoPurchases(database, documents);
    await fillDemoBids(database);
    await fillDemoWork(database, log);
  },
  startHouse: (options) => startDemonstrationHouse(options),
  welcome: DEMO_ACCOUNTS,
};
