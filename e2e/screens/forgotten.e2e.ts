import { expect, portalTest as test } from '../fixtures/fixtures.ts';
import { inRussian, logIn, newAddress, notice, PASSWORD } from '../fixtures/sign-up.ts';

// @covers ACCT-08, ACCT-09, ACCT-23, SHELL-05
test('a person who forgot the password gets a link; afterwards only the new one works and all sessions have ended', async ({
  page,
  person,
  mailTo,
  elsewhere,
  signInAtProfile,
  findsNothing,
}) => {
  const owner = await person({ language: 'ru' });
  const other = await (await elsewhere()).newPage();
  await signInAtProfile(other, owner.email, owner.password);

  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await findsNothing(page);
  await page.getByRole('button', { name: 'Send link' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Required field/);
  await page.keyboard.insertText(owner.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Check your email: ${owner.email}`);

  const mail = await mailTo(owner.email, /Новый пароль/);
  const link = String(mail.link);
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth\/change-password$/);
  await page.reload();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Repeat password').fill('something else');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Repeat password')).toBeFocused();
  await expect(page.getByLabel('Repeat password')).toHaveAccessibleDescription(/Passwords do not match/);
  await findsNothing(page);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();

  expect((await other.request.get('/v1/user/view-profile')).status()).toBe(401);
  await logIn(page, owner.email, owner.password);
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password');
  await logIn(page, owner.email, PASSWORD);
  // The account is Russian, so the portal switches to Russian.
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page).toHaveURL(/car-auction/);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Эта ссылка уже использована или устарела');
  await expect(page.getByRole('link', { name: 'Попробовать снова' })).toBeVisible();
});

// @covers ACCT-08, ACCT-09
test('an expired link offers a new one, and the reply is the same for an unknown address', async ({
  page,
  person,
  mailTo,
  sql,
}) => {
  const owner = await person();
  const ask = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Check your email: ${email}`);
  };
  await page.goto('/auth/forgot-password');
  await ask(owner.email);
  const { link } = await mailTo(owner.email);
  await sql(`update email_links set expires_at = now() - interval '1 s' where user_id = $1`, [owner.userId]);
  await page.goto(String(link));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has already been used, or has expired');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await ask(newAddress());
  const said = await page.getByRole('main').textContent();
  expect(said).toContain('If there is an account with this address');
});

// @covers ACCT-03, OPS-01, SHELL-23
test('login explains a refusal, and resends the sign-up mail to an unconfirmed account', async ({
  page,
  person,
  mailTo,
  sql,
}) => {
  const owner = await person();
  await sql('update users set role_id = 982 where id = $1', [owner.userId]);
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await logIn(page, owner.email, owner.password);
  await expect(page.getByRole('alert')).toContainText('Account disabled');
  await sql('update users set role_id = 1064, email_verified_at = null where id = $1', [owner.userId]);
  await logIn(page, owner.email, owner.password);
  await expect(page.getByRole('alert')).toContainText('Invalid user');
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'we have sent a new link' })).toBeVisible();
  const { link } = await mailTo(owner.email, /Confirm your email address/);
  await page.goto(String(link));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
});

// @covers ACCT-07
test('the links of mails work for a signed-in person', async ({ page, person, signInAtProfile, mailTo }) => {
  const owner = await person();
  await signInAtProfile(page, owner.email, owner.password);
  await page.request.post('/v1/auth/reset-password', { data: { email: owner.email } });
  const { link } = await mailTo(owner.email, /Reset your/);
  await page.goto(String(link));
  await expect(page.getByLabel('New password')).toBeVisible();
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has already been used, or has expired');
  await page.goto('/auth/sign-up');
  await expect(page).toHaveURL(/car-auction/);
});

// @covers SHELL-05, SHELL-22
test('login, the forgotten password and a broken link work on a phone @phone-only', async ({ page, findsNothing }) => {
  await inRussian(page);
  for (const [address, title] of [
    ['/auth/login', 'Seri'],
    ['/auth/forgot-password', 'Восстановление пароля'],
    ['/auth/change-password', 'Эта ссылка уже использована или устарела'],
    ['/verify-email', 'Эта ссылка уже использована или устарела'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await findsNothing(page);
  }
});
