/** Signing in with a second factor: password, then a code of the authenticator app or a recovery code. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLog } from '../../support/console-fixture.ts';
import { type ConsoleVisit, cookieOf, openConsole } from '../../support/console-visit.ts';
import {
  type AppOfOperator,
  enterPassword,
  setUpApp,
  signInWithCode,
  tryCode,
} from '../../support/second-factor.ts';

const stepMs = 30_000;
const minuteMs = 60_000;

/** A console whose operator anna has an authenticator app, one time step after the set-up. */
async function openWithApp(): Promise<{ readonly visit: ConsoleVisit; readonly app: AppOfOperator }> {
  const visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const app = await setUpApp(visit, await visit.signIn('anna'));
  visit.shop.clock.advance(stepMs);
  return { visit, app };
}

/** A code that is none of the three codes that the app shows in the previous, the current and the next step. */
function wrongCode(app: AppOfOperator): string {
  const right = [app.code(-1), app.code(), app.code(1)];
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

test('if an operator has an authenticator app, the right password opens no session, and the code opens one', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const answer = await visit.trySignIn('anna', 'password of anna');
  assert.deepEqual(answer.json(), {
    second_factor_needed: {
      authenticator_app: true,
      passkey: false,
      expires_at: new Date(visit.shop.clock.now() + 5 * minuteMs).toISOString(),
    },
  });
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split('=')[0]);
  assert.deepEqual(cookies, ['__Host-photokiosk_sign_in']);
  const [pending = ''] = String(answer.headers['set-cookie']).split(';');
  const finished = await tryCode(visit, pending, app.code());
  assert.equal(finished.statusCode, 200, finished.body);
  assert.equal(finished.json().second_factor, 'on');
  const anna = { cookie: cookieOf(finished), token: finished.json().csrf_token };
  assert.equal((await visit.get(anna, 'audit_log')).statusCode, 200);
});

test('the cookie of a pending sign-in opens no call of the console', async () => {
  const { visit } = await openWithApp();
  await using _open = visit;
  const pending = await enterPassword(visit, 'anna');
  const secret = pending.slice(pending.indexOf('=') + 1);
  for (const cookie of [pending, `__Host-photokiosk_console=${secret}`]) {
    for (const path of ['session', 'orders', 'second_factor', 'operators', 'audit_log']) {
      assert.equal((await visit.get({ cookie, token: '' }, path)).statusCode, 401, `${cookie} ${path}`);
    }
    const begun = await visit.send({ cookie, token: '' }, 'POST', 'second_factor/authenticator_app');
    assert.equal(begun.statusCode, 401);
  }
});

test('a code is accepted once: a second sign-in with it is refused', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const code = app.code();
  await signInWithCode(visit, 'anna', code);
  const replayed = await tryCode(visit, await enterPassword(visit, 'anna'), code);
  assert.equal(replayed.statusCode, 401);
  assert.equal(replayed.json().reason, 'wrong_code');
});

test('two sign-ins that send the same code at the same time open one session', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const pending = [await enterPassword(visit, 'anna'), await enterPassword(visit, 'anna')];
  const answers = await Promise.all(pending.map((cookie) => tryCode(visit, cookie, app.code())));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401]);
});

test('a pending sign-in opens one session even if it sends two right codes at the same time', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const pending = await enterPassword(visit, 'anna');
  const [first = '', second = ''] = app.recoveryCodes;
  const answers = await Promise.all([first, second].map((code) => tryCode(visit, pending, code)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401]);
});

test('the code of the previous time step is accepted once, and the code of two time steps ago never', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  visit.shop.clock.advance(2 * stepMs);
  const pending = await enterPassword(visit, 'anna');
  assert.equal((await tryCode(visit, pending, app.code(-2))).statusCode, 401);
  const late = app.code(-1);
  assert.equal((await tryCode(visit, pending, late)).statusCode, 200);
  assert.equal((await tryCode(visit, await enterPassword(visit, 'anna'), late)).statusCode, 401);
});

test('after a code was used, the code of an earlier time step is refused', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  visit.shop.clock.advance(stepMs);
  await signInWithCode(visit, 'anna', app.code());
  assert.equal((await tryCode(visit, await enterPassword(visit, 'anna'), app.code(-1))).statusCode, 401);
});

test('a recovery code is accepted once, in upper or lower case and with any separators, and the console shows how many are left', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  assert.equal(app.recoveryCodes.length, 10);
  const [code = ''] = app.recoveryCodes;
  const anna = await signInWithCode(visit, 'anna', ` ${code.toLowerCase().replaceAll('-', ' ')}`);
  assert.equal((await visit.get(anna, 'second_factor')).json().recovery_codes_left, 9);
  assert.equal((await tryCode(visit, await enterPassword(visit, 'anna'), code)).statusCode, 401);
});

test('a code with a blank, or with full-width digits from a Chinese keyboard, is accepted', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const wide = (code: string) =>
    [...code].map((digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfe_e0)).join('');
  await signInWithCode(visit, 'anna', wide(app.code()));
  visit.shop.clock.advance(stepMs);
  await signInWithCode(visit, 'anna', `${app.code().slice(0, 3)} ${app.code().slice(3)}`);
});

test('a pending sign-in ends after five minutes', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const [just = '', late = ''] = [await enterPassword(visit, 'anna'), await enterPassword(visit, 'anna')];
  visit.shop.clock.advance(5 * minuteMs - 1);
  assert.equal((await tryCode(visit, just, app.code())).statusCode, 200);
  visit.shop.clock.advance(1);
  const answer = await tryCode(visit, late, app.code(1));
  assert.deepEqual([answer.statusCode, answer.json().reason], [401, 'sign_in_expired']);
});

test('a code without the cookie of the pending sign-in is refused', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  await enterPassword(visit, 'anna');
  for (const cookie of ['', `__Host-photokiosk_sign_in=${'A'.repeat(43)}`]) {
    const answer = await tryCode(visit, cookie, app.code());
    assert.deepEqual([answer.statusCode, answer.json().reason], [401, 'sign_in_expired']);
  }
});

test('a pending sign-in ends when the operator gets another password or is disabled', async () => {
  for (const change of [{ passwordHash: 'hash of another' }, { disabledAt: 1 }]) {
    const { visit, app } = await openWithApp();
    await using _open = visit;
    const pending = await enterPassword(visit, 'anna');
    const anna = await visit.shop.store.read.operators.byName('anna');
    assert.ok(anna !== undefined);
    await visit.shop.store.transaction((tx) => tx.operators.save({ ...anna, ...change }));
    const answer = await tryCode(visit, pending, app.code());
    assert.deepEqual([answer.statusCode, answer.json().reason], [401, 'sign_in_expired']);
  }
});

test('a code from another site is refused', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const pending = await enterPassword(visit, 'anna');
  const answer = await tryCode(visit, pending, app.code(), { 'sec-fetch-site': 'cross-site' });
  assert.deepEqual([answer.statusCode, answer.json().reason], [403, 'foreign_origin']);
});

test('the fifth wrong code ends the pending sign-in', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const pending = await enterPassword(visit, 'anna');
  for (let index = 0; index < 5; index += 1) {
    assert.equal((await tryCode(visit, pending, wrongCode(app))).json().reason, 'wrong_code');
  }
  visit.shop.clock.advance(minuteMs);
  assert.equal((await tryCode(visit, pending, app.code())).json().reason, 'sign_in_expired');
});

test('after four wrong codes each further one makes the operator wait, and entering the password again does not shorten the wait', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const waits: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    // Enter the right password before each wrong code: it must not reset the count of wrong codes.
    const pending = await enterPassword(visit, 'anna');
    const answer = await tryCode(visit, pending, wrongCode(app));
    assert.equal(answer.statusCode, 401, answer.body);
    const next = await visit.trySignIn('anna', 'password of anna');
    const wait = next.statusCode === 429 ? Number(next.headers['retry-after']) : 0;
    waits.push(wait);
    visit.shop.clock.advance(wait * 1000);
  }
  assert.deepEqual(waits, [0, 0, 0, 0, 5, 10, 20, 40]);
});

test('a wrong code leaves an audit entry, and a sign-in says which second factor was used', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  await tryCode(visit, await enterPassword(visit, 'anna'), wrongCode(app));
  await signInWithCode(visit, 'anna', app.code());
  const [signedIn, refused] = await auditLog(visit.shop);
  assert.deepEqual([signedIn?.action, signedIn?.after], ['sign_in', { second_factor: 'authenticator_app' }]);
  assert.deepEqual([refused?.action, refused?.operator], ['second_factor_refused', 'anna']);
});

test('a known device does not skip the second factor', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const first = await tryCode(visit, await enterPassword(visit, 'anna'), app.code());
  const cookies = [first.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
  const device = cookies.find((cookie) => cookie?.startsWith('__Host-photokiosk_device='));
  assert.ok(device !== undefined);
  const again = await visit.trySignIn('anna', 'password of anna', { cookie: device });
  assert.ok('second_factor_needed' in again.json());
});

test('a right password without the second factor does not mark the device as known', async () => {
  const { visit } = await openWithApp();
  await using _open = visit;
  const answer = await visit.trySignIn('anna', 'password of anna');
  assert.doesNotMatch(String(answer.headers['set-cookie']), /photokiosk_device/);
});

test('a name and password in a request are refused for an operator with a second factor; an API token is accepted', async () => {
  const { visit, app } = await openWithApp();
  await using _open = visit;
  const call = (authorization: string) =>
    visit.app.inject({
      method: 'POST',
      url: '/v1/cancel_order',
      headers: { authorization },
      payload: { order_no: 'NONE' },
    });
  for (let index = 0; index < 12; index += 1) {
    const answer = await call(`Basic ${btoa('anna:password of anna')}`);
    assert.deepEqual([answer.statusCode, answer.json().reason], [401, 'api_token_needed']);
  }
  const anna = await signInWithCode(visit, 'anna', app.code());
  const token = { name: 'script', role: 'support', days: 1 };
  const { secret } = (await visit.send(anna, 'POST', 'api_tokens', token)).json();
  assert.equal((await call(`Bearer ${secret}`)).json().code, 'unknown_order');
});
