import { chromium } from '@playwright/test';
const base = 'http://127.0.0.1:4830';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
async function as(email, width, path, name, { dark = false, ru = false, full = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', locale: ru ? 'ru-RU' : 'en-US' });
  const page = await context.newPage();
  await page.goto(`${base}/auth/log-in`);
  await page.waitForLoadState('networkidle');
  const ok = await page.evaluate(async ([email]) => {
    const r = await fetch('/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password: 'Seri-Example-1' }) });
    return [r.status, await r.text()];
  }, [email]);
  if (ok[0] !== 200) console.log(ok);
  await page.goto(base + path); await page.waitForLoadState('networkidle'); await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/pictures-gen/${name}.png`, fullPage: full });
  await context.close();
}
const [what] = process.argv.slice(2);
if (what === 'client') {
  await as('anna@example.com', 1440, '/car-auction', 'listing');
  await as('anna@example.com', 1440, process.argv[3] ?? '/car-auction/1', 'lot', { full: true });
  await as('anna@example.com', 390, process.argv[3] ?? '/car-auction/1', 'lot-phone', { full: true });
} else {
  await as('office@example.com', 1440, '/bid-manager/imports', 'imports');
  await as('office@example.com', 390, '/bid-manager/imports', 'imports-phone', { full: true });
  await as('office@example.com', 1440, '/bid-manager/imports', 'imports-dark', { dark: true });
}
await browser.close();
