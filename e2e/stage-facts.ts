import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STAGE_PORT = Number(process.env.STAGE_PORT ?? 4_610);
/** Beside the demonstration: a portal for real use, whose mails go to a real SMTP server. */
export const PORTAL_URL = `http://127.0.0.1:${STAGE_PORT + 1}`;
/** Written by the stage once it is up: where its databases, its mails and its rig of the house are. */
export const STAGE_FILE = join(import.meta.dirname, 'results', `stage-${STAGE_PORT}.json`);

export interface StageFacts {
  databaseUrl: string;
  rigFile: string;
  /** The built web app, for portals that a story starts: they serve the same one. */
  webDist: string;
  portal: PortalFacts;
}

export interface PortalFacts {
  databaseUrl: string;
  /** Every mail its SMTP server took, as a file. */
  mailDir: string;
}

export const readStage = (): StageFacts => JSON.parse(readFileSync(STAGE_FILE, 'utf8'));

/**
 * Of two such lists the browser takes the last one, so Playwright's own stands here again. The last two are pages behind
 * the address field of each window, which nobody sees here: they took a quarter of all the processor's time.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** What Debian's Chromium needs to run as root, in a container and without a network. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  `--disable-features=${FEATURES_OFF.join()}`,
];
