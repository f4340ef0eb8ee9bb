import { expect, test } from '../fixtures/fixtures.ts';
import { BROWSER_ARGS, HEADLESS_OPTIONS } from '../fixtures/portal-facts.ts';

// With the script flags of other tests, reading the document of an area takes three times as long.
test.use({ launchOptions: { ...HEADLESS_OPTIONS, args: BROWSER_ARGS } });

// A violation on any page of a test fails that test (fixtures.ts); here are pages that no other test visits.
// @covers ASVS-3.4.3, SEC-08
test('the API reference loads nothing that the policy forbids', async ({ page }) => {
  await page.goto('/v1/docs');
  await page.getByRole('link', { name: 'bid', exact: true }).click();
  // No limit but that of the test: the reference reads the document before it shows the first call.
  await page.locator('.opblock-summary').first().click({ timeout: 0 });
  await page.getByRole('button', { name: 'Execute' }).waitFor();
});

// @covers ASVS-1.3.2, ASVS-3.2.2, ASVS-3.4.3, SEC-08
test('a string never becomes markup or script in a page', async ({ page, refused }) => {
  await page.goto('/auth/login');
  const outcomes = await page.evaluate(() => {
    const outcomeOf = (attempt: () => unknown) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    return {
      markup: outcomeOf(() => {
        element.innerHTML = '<img src=x onerror=alert(1)>';
      }),
      inserted: outcomeOf(() => element.insertAdjacentHTML('beforeend', '<b>x</b>')),
      document: outcomeOf(() => element.ownerDocument.write('<b>x</b>')),
      parsed: outcomeOf(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      script: outcomeOf(() => {
        script.text = 'alert(1)';
      }),
      address: outcomeOf(() => {
        script.src = 'https://elsewhere.example/x.js';
      }),
      secondPolicy: outcomeOf(() => Reflect.get(globalThis, 'trustedTypes').createPolicy('other', {})),
      plainText: outcomeOf(() => {
        element.innerHTML = 'a { color: red }';
      }),
    };
  });
  expect(outcomes).toEqual({
    markup: 'TypeError',
    inserted: 'TypeError',
    document: 'TypeError',
    parsed: 'TypeError',
    script: 'TypeError',
    address: 'TypeError',
    secondPolicy: 'TypeError',
    plainText: 'done',
  });
  await expect.poll(() => refused.length).toBeGreaterThan(5);
  for (const words of refused) expect(words).toMatch(/^\/auth\/login: (require-trusted-types-for|trusted-types) /);
  refused.length = 0;
});
