import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const HSTS_SECONDS = 365 * 24 * 60 * 60;
const SETTING_LIVES_MS = 5_000;
/** Features that our pages never use; only passkeys are allowed, for our own origin. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
].map((feature) => `${feature}=()`);
const PERMISSIONS_POLICY = [
  ...PERMISSIONS,
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/**
 * Sources of Google's reCAPTCHA by its documentation, used only while the company setting enables it. Trusted Types
 * are then off, because its script writes markup.
 */
const RECAPTCHA = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
};

interface SecurityHeaders {
  https: boolean;
  /** Returns whether sign-up uses reCAPTCHA now; cached for a few seconds. */
  usesRecaptcha: () => Promise<boolean>;
}

/** Sets the security headers of every reply, errors and pictures too: own origin only, script files only, no frames. */
export function securityHeaders(app: FastifyInstance, { https, usesRecaptcha }: SecurityHeaders): void {
  const readRecaptcha = cached(usesRecaptcha);
  const plain = helmetOptions({ https });
  const withRecaptcha = helmetOptions({ https, recaptcha: true, trustedTypes: false });
  const withOwnMarkup = helmetOptions({ https, trustedTypes: false });
  const ofCalls = helmetOptions({ https, nonce: false });
  let callHeaders: OutgoingHttpHeaders | undefined;

  const loaded = app.register(helmet, { ...plain, global: false });
  loaded.after(() =>
    app.addHook('onRequest', async (request, reply) => {
      const { spec, writesMarkup } = request.routeOptions.config;
      reply.header('permissions-policy', PERMISSIONS_POLICY);
      // All replies to calls share the same headers, so they are computed once.
      if (spec && callHeaders) {
        reply.headers(callHeaders);
        return;
      }
      if (spec) {
        await reply.helmet(ofCalls);
        callHeaders = reply.raw.getHeaders();
        return;
      }
      request.raw.styleNonce = request.styleNonce = randomBytes(16).toString('base64');
      await reply.helmet(writesMarkup ? withOwnMarkup : (await readRecaptcha()) ? withRecaptcha : plain);
    }),
  );
}

interface Policy {
  https: boolean;
  recaptcha?: boolean;
  trustedTypes?: boolean;
  nonce?: boolean;
}

const helmetOptions = (wanted: Policy) => ({
  contentSecurityPolicy: policy(wanted),
  strictTransportSecurity: wanted.https ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : (false as const),
  referrerPolicy: { policy: 'no-referrer' as const },
  crossOriginOpenerPolicy: { policy: 'same-origin' as const },
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
  xXssProtection: false as const,
});

function policy({ https, recaptcha = false, trustedTypes = true, nonce = true }: Policy) {
  const google = recaptcha ? RECAPTCHA : { script: [], frame: [], connect: [] };
  // Mantine writes one style element; it has the nonce of its page.
  const ownStyle = nonce ? [(request: { styleNonce?: string }) => `'nonce-${request.styleNonce}'`] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...google.script],
      styleSrc: ["'self'", ...ownStyle],
      imgSrc: ["'self'", 'data:'],
      // Videos of motorcycles from auction houses.
      mediaSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...google.connect],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      ...(recaptcha ? { frameSrc: google.frame } : {}),
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      // Strings cannot become markup or script; before-paint.js has the one exception.
      ...(trustedTypes ? { requireTrustedTypesFor: ["'script'"], trustedTypes: ['default'] } : {}),
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  };
}

/** Caches the value for a moment; while the database is down, the last value applies. */
function cached(find: () => Promise<boolean>): () => Promise<boolean> {
  let answer = false;
  let refreshAtMs = 0;
  return async () => {
    if (performance.now() < refreshAtMs) return answer;
    refreshAtMs = performance.now() + SETTING_LIVES_MS;
    answer = await find().catch(() => answer);
    return answer;
  };
}

declare module 'node:http' {
  interface IncomingMessage {
    styleNonce?: string;
  }
}
