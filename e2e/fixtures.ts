import { randomInt } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { Pool } from 'pg';
import { forgetStory, type Kept, keepProfile, type Profile, reportPolicy, waitForApp, watchPolicy } from './kept.ts';
import { mailsTo, type ReceivedMail } from './mailbox.ts';
import { staysInWidth } from './page-width.ts';
import { type NewPerson, newPerson, type Person } from './people.ts';
import { PORTAL_URL, readStage, STAGE_FILE } from './stage-facts.ts';

const DEMO_PASSWORD = 'demo1234';
const RUSSIAN = 693;

interface Fixtures {
  /** The stage's database: for setting a house's minutes or a lot's hour, never for doing what a person does. */
  sql: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** What the content policy of the portal refused in this story; a story that wants it refused empties the list. */
  refused: string[];
  /** Another browser of another person, at another address; with options, one that no other story gets. */
  elsewhere: (options?: Parameters<Browser['newContext']>[0]) => Promise<BrowserContext>;
  /**
   * As after the form: the session, and the interface in the person's language; the story opens its own page. An account
   * of the demonstration without its password goes on with the session it has; with it, the story gets one of its own.
   */
  signIn: (page: Page, email: string, password?: string) => Promise<void>;
  /** Signs in and begins at the profile. */
  signInAtProfile: (page: Page, email: string, password?: string) => Promise<void>;
  /** axe on the whole page, and its width: every finding is a failure. */
  findsNothing: (page: Page) => Promise<void>;
}

interface PortalFixtures {
  /** Waits for the next mail to this address that no earlier call has answered; `subject` skips others. */
  mailTo: (address: string, subject?: RegExp) => Promise<ReceivedMail>;
  /** A verified account that nobody else uses, with its password. */
  person: (wanted?: NewPerson) => Promise<Person>;
}

// Not the portal's own: a story may ask what takes longer than a request may.
const pools = new Map<string, Pool>();

function sqlOn(url: string): Fixtures['sql'] {
  const pool = pools.get(url) ?? new Pool({ connectionString: url, max: 1 });
  pools.set(url, pool);
  return async (text, values) => (await pool.query(text, values)).rows;
}

/** Stories in the demonstration, with its accounts and lots. */
export const test = base.extend<Fixtures, { kept: Kept }>({
  kept: [
    async ({ browserName: _ }, use) => {
      const kept: Kept = { profiles: new Map(), sessions: new Map() };
      await use(kept);
      await Promise.all([...kept.profiles.values()].map(({ context }) => context.close()));
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, kept, refused, baseURL, extraHTTPHeaders }, use) => {
    const profile = await keepProfile(kept, browser, String(baseURL));
    await profile.context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    const stopWatching = watchPolicy(profile.context, refused);
    await use(profile.context);
    stopWatching();
    await forgetStory(profile);
  },
  refused: async ({ baseURL: _ }, use) => {
    const refused: string[] = [];
    await use(refused);
    expect(refused, 'what the content policy refused').toEqual([]);
  },
  elsewhere: async ({ browser, kept, refused, baseURL }, use) => {
    const profiles: Profile[] = [];
    const contexts: BrowserContext[] = [];
    const stops: (() => void)[] = [];
    let asked = 0;
    const inKept = async () => {
      // Counted before anything is waited for: a story may ask for several at once.
      asked += 1;
      const profile = await keepProfile(kept, browser, `${baseURL} ${asked}`);
      profiles.push(profile);
      await profile.context.setExtraHTTPHeaders(ownAddress());
      return profile.context;
    };
    const inNew = async (options: Parameters<Browser['newContext']>[0]) => {
      const context = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...options });
      contexts.push(context);
      await reportPolicy(context);
      waitForApp(context);
      return context;
    };
    await use(async (options) => {
      const context = await (options ? inNew(options) : inKept());
      stops.push(watchPolicy(context, refused));
      return context;
    });
    for (const stop of stops) stop();
    await Promise.all([...profiles.map(forgetStory), ...contexts.map((context) => context.close())]);
  },
  sql: ({ baseURL: _ }, use) => use(sqlOn(readStage().databaseUrl)),
  signIn: async ({ kept }, use) => {
    await use(async (page, email, password) => {
      const session = (password ? null : await goOn(page, kept, email)) ?? (await logIn(page, kept, email, password));
      const { detail } = (await session.json()) as { detail: { language: number | null } };
      await page.addInitScript(
        (language) => {
          localStorage['seri.language'] ??= language;
        },
        detail.language === RUSSIAN ? 'ru' : 'en',
      );
    });
  },
  signInAtProfile: ({ signIn }, use) =>
    use(async (page, email, password) => {
      await signIn(page, email, password);
      await page.goto('/profile');
    }),
  findsNothing: async ({ baseURL: _ }, use) => {
    await use(async (page) => {
      // A page that is not drawn yet has faults of its own.
      await page.locator('h1').first().waitFor();
      await standsStill(page);
      // No page of ours has frames: what axe does for them takes as long as all the rest.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        // Writing down what is right as well takes longer than looking.
        .options({ resultTypes: ['violations'] })
        .analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(' ')).join(' | ')}`)).toEqual([]);
      await staysInWidth(page);
    });
  },
});

/**
 * What comes in has not its colours yet; what goes on for ever, like a skeleton's pulse, is not waited for. A window
 * begins to move some frames after the press that opened it: all has to be still for several.
 */
export const standsStill = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    // What is not drawn because it is out of sight does not go on either, and would never end.
    const isDrawn = (effect: AnimationEffect | null) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility({ contentVisibilityAuto: true });
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity && isDrawn(effect),
        );
    for (let still = 0; still < 4; still += 1) {
      const ends = moving();
      if (ends.length > 0) still = -1;
      const longestMs = Math.max(0, ...ends.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0)));
      // One that scrolls out of sight meanwhile stops there.
      await Promise.race([
        Promise.allSettled(ends.map(({ finished }) => finished)),
        new Promise((resolve) => setTimeout(resolve, longestMs + 100)),
      ]);
      await frame();
    }
  });

/** A sheet that still comes in slides away under the finger: what was pressed is then taken for something else. */
export async function hasComeIn(sheet: Locator): Promise<void> {
  await expect(sheet).toBeVisible();
  await standsStill(sheet.page());
}

/**
 * Stories about accounts, in the portal beside the demonstration: it sends its mails to a real SMTP server. Each test
 * comes from an address of its own, so that none meets the limits another one has used up.
 */
export const portalTest = test.extend<PortalFixtures>({
  baseURL: PORTAL_URL,
  extraHTTPHeaders: ({ baseURL: _ }, use) => use(ownAddress()),
  sql: ({ baseURL: _ }, use) => use(sqlOn(readStage().portal.databaseUrl)),
  mailTo: async ({ baseURL: _ }, use) => {
    const answered = new Map<string, number[]>();
    await use(async (address, subject = /./) => {
      const before = answered.get(address) ?? [];
      let next = -1;
      let mails: ReceivedMail[] = [];
      await expect
        .poll(
          async () => {
            mails = await mailsTo(readStage().portal.mailDir, address);
            next = mails.findIndex((mail, index) => !before.includes(index) && subject.test(mail.subject));
            return next;
          },
          { message: `a mail to ${address}`, timeout: 15_000 },
        )
        .toBeGreaterThanOrEqual(0);
      answered.set(address, [...before, next]);
      return mails[next] as ReceivedMail;
    });
  },
  person: ({ baseURL: _ }, use) => use((wanted) => newPerson(readStage().portal.databaseUrl, wanted)),
});

const ownAddress = () => ({ 'x-forwarded-for': `10.${[0, 0, 0].map(() => randomInt(1, 255)).join('.')}` });

type Answer = Awaited<ReturnType<Page['request']['get']>>;
const viewer = (page: Page) => page.request.get('/v1/user/view-profile');

async function goOn(page: Page, { sessions }: Kept, email: string): Promise<Answer | null> {
  const cookies = sessions.get(email);
  if (!cookies) return null;
  await page.context().addCookies(cookies);
  const session = await viewer(page);
  return session.ok() ? session : null;
}

/** The form has stories of its own: here it would only cost time. */
async function logIn(page: Page, { sessions }: Kept, email: string, password?: string): Promise<Answer> {
  const data = { email, password: password ?? DEMO_PASSWORD };
  const reply = await page.request.post('/v1/auth/login', { data });
  expect(await reply.json()).toEqual({ success: true });
  if (!password) sessions.set(email, await page.context().cookies());
  return viewer(page);
}

export { expect, STAGE_FILE };
