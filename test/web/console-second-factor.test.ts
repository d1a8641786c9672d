/** Second factors in a browser, on the real service: set-up, sign-in, passkeys, and a shop that requires them. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skipWithoutChromium } from '../support/browser.ts';
import { oneTimeCode } from '../support/one-time-code.ts';
import { type ConsoleVisit, fillSignIn, type Size } from './console-browser.ts';
import {
  type ConsoleService,
  type Credentials,
  owner,
  refusedCalls,
  startConsoleService,
} from './console-service.ts';

/** Sets up an authenticator app on the page that is open. @returns the secret and the recovery codes. */
async function setUpApp(visit: ConsoleVisit, shots: string) {
  const { page } = visit;
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: /QR code/ }).waitFor();
  await visit.check(`${shots}-app`);
  const key = (await dialog.locator('.app-key').textContent()) ?? '';
  const secret = key.replaceAll(/\s/g, '');
  assert.match(secret, /^[A-Z2-7]{32}$/);
  await dialog.getByLabel('Code from the app').fill(oneTimeCode(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('I have saved them').waitFor();
  await visit.check(`${shots}-recovery`);
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  assert.equal(codes.length, 10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, codes };
}

async function signOut({ page }: ConsoleVisit): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
}

async function addVirtualAuthenticator({ page, context }: ConsoleVisit): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a second factor', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  before(async () => {
    // Open the console at `localhost`, because browsers make no passkeys for a site at an IP address.
    shop = await startConsoleService({ HOST: 'localhost' });
  });
  after(() => shop?.close());

  /** The owner adds an operator with the role support. */
  async function addOperator(name: string): Promise<Credentials> {
    const credentials = { name, password: `the password of ${name}` };
    const visit = await shop.visitAs(owner);
    assert.equal(await shop.callFromPage(visit, 'operators', { ...credentials, role: 'support' }), 201);
    await visit.close(refusedCalls);
    return credentials;
  }

  /** Makes the last proof of identity of the operator's sessions very old, so that powerful acts need a new one. */
  function makeProofOld({ name }: Credentials): void {
    shop.writeDatabase(
      `update operator_sessions set proven_at = 0 where operator_id in (select id from operators where name = '${name}')`,
    );
  }

  for (const size of ['desktop', 'phone'] satisfies Size[]) {
    it(`is set up in the account and required at the next sign-in, on a ${size}`, async () => {
      const anna = await addOperator(`anna ${size}`);
      const visit = await shop.visitAs(anna, '/account', { byHand: true, size });
      const { page } = visit;
      await page.getByText('Off. Anyone who knows your password').waitFor();
      await visit.check('second-factor-off');
      const { secret, codes } = await setUpApp(visit, 'second-factor');
      await page.getByText('10 unused codes').waitFor();
      await visit.check('second-factor-on');
      await signOut(visit);
      await fillSignIn(page, anna.name, anna.password);
      await page.getByText('Enter the code from your authenticator app').waitFor();
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('alert').getByText('wrong or was used before').waitFor();
      await visit.check('second-factor-wrong-code');
      await page.getByLabel('Code').fill(oneTimeCode(secret, Date.now(), 1));
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('10 unused codes').waitFor();
      await signOut(visit);
      await fillSignIn(page, anna.name, anna.password);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('9 unused codes').waitFor();
      await visit.close(refusedCalls);
    });
  }

  it('can be a passkey, which completes the sign-in and confirms the identity', async () => {
    const paul = await addOperator('paul');
    const visit = await shop.visitAs(paul, '/account', { byHand: true });
    const { page } = visit;
    await addVirtualAuthenticator(visit);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('paul’s laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('paul’s laptop').waitFor();
    await visit.check('passkeys');
    await signOut(visit);
    await fillSignIn(page, paul.name, paul.password);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await visit.check('sign-in-passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('paul’s laptop').waitFor();
    await signOut(visit);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('paul’s laptop').waitFor();

    makeProofOld(paul);
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await visit.close(refusedCalls);
  });

  it('is not needed by an operator who has none: the password is the proof of identity before a powerful act, which then continues', async () => {
    const rita = await addOperator('rita');
    const visit = await shop.visitAs(rita, '/account', { byHand: true });
    const { page } = visit;
    makeProofOld(rita);
    const form = page.locator('form').filter({ hasText: 'Create token' });
    await form.getByLabel('Name').fill('report');
    const create = () => form.getByRole('button', { name: 'Create token' }).click();
    await create();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await form.getByText('Confirm that it is you, then try again.').waitFor();
    await create();
    await dialog.waitFor();
    shop.writeDatabase(
      "delete from operator_sessions where operator_id in (select id from operators where name = 'rita')",
    );
    await dialog.getByLabel('Password', { exact: true }).fill(rita.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await visit.signIn(rita.name, rita.password);
    await form.getByLabel('Name').fill('report');
    assert.equal(await dialog.count(), 0, 'an act of the former session does not wait');
    makeProofOld(rita);
    await create();
    await dialog.getByLabel('Password', { exact: true }).fill('another');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    await visit.check('reauthentication', true);
    await dialog.getByLabel('Password', { exact: true }).fill(rita.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This token is shown only once.').waitFor();
    await visit.close(refusedCalls);
  });

  it('must be set up before anything else if the shop requires one and the operator has none', async () => {
    const vera = await addOperator('vera');
    const olga = await shop.visitAs(owner, '/account', { byHand: true });
    await setUpApp(olga, 'owner');
    await olga.open('/operators', 'Operators');
    await olga.page.getByRole('switch', { name: 'Require two-factor authentication' }).click();
    await olga.page.getByRole('button', { name: 'Require', exact: true }).click();
    await olga.page.getByText('Every operator now needs a second factor.').waitFor();
    await olga.check('operators-second-factor');

    const visit = await shop.visitAs(vera, '/orders');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    await visit.check('second-factor-required');
    await setUpApp(visit, 'required');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await visit.close(refusedCalls);
    await olga.close(refusedCalls);
  });
});
