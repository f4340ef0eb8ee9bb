import { expect } from '../fixtures/fixtures.ts';
import { ownPortalTest as test } from '../fixtures/own-portal.ts';

test('a passkey logs in instead of password and code, unless its owner is not verified or it was removed', async ({
  page,
  person,
  signInAtProfile,
  findsNothing,
}) => {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const erik = await person();
  await signInAtProfile(page, erik.email, erik.password);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByLabel('Password', { exact: true }).fill(erik.password);
  await adding.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(adding.getByLabel('Name of the device')).toBeFocused();
  await findsNothing(page);
  await page.keyboard.type('Office laptop');
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('listitem')).toContainText('Office laptop');
  await findsNothing(page);

  const logIn = page.getByRole('button', { name: 'Log in with a passkey' });
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used');
  await findsNothing(page);
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await logIn.click();
  await expect(page).toHaveURL(/car-auction/);

  await page.goto('/profile');
  await expect(passkeys.getByRole('listitem')).toContainText('last used');
  await passkeys.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await logIn.click();
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted');
});
