/** Sessions of the console: their cookie, their end, and the account of the signed-in operator. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { permissionsOf } from '../../../src/domain/operator-roles.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { cookieOf, openConsole } from '../../support/console-visit.ts';

const hourMs = 3_600_000;

test('the response to a sign-in contains the operator, the permissions and the shop’s settings', async () => {
  await using visit = await openConsole({ settings: { refundApprovalAboveMinor: 5000 } });
  const { id } = await visit.addOperator('anna', 'support');
  const answer = await visit.trySignIn('anna', 'password of anna');
  assert.equal(answer.statusCode, 200);
  const session = answer.json();
  assert.deepEqual(session, {
    operator: { id, name: 'anna', role: 'support', disabled: false, created_at: '2026-11-20T12:00:00.000Z' },
    permissions: permissionsOf('support'),
    csrf_token: session.csrf_token,
    expires_at: '2026-11-21T00:00:00.000Z',
    weak_password: false,
    second_factor: 'off',
    idle_expires_at: '2026-11-20T14:00:00.000Z',
    shop: {
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      public_url: 'https://shop.test',
      version: '0.0.0',
      refund_approval: 5000,
      events: true,
      providers: ['sandbox'],
    },
  });
  const again = await visit.get({ cookie: cookieOf(answer), token: '' }, 'session');
  assert.deepEqual(again.json(), session);
  assert.equal(again.headers['cache-control'], 'no-store');
});

test('the cookie is bound to this host, unreadable for scripts and absent from other sites’ requests', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const answer = await visit.trySignIn('anna', 'password of anna');
  const [session = ''] = [answer.headers['set-cookie'] ?? []].flat();
  const [, ...attributes] = session.split('; ');
  assert.deepEqual(attributes, ['Path=/', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict', 'Secure']);
});

test('the values that the database stores for a session do not open the session', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const { cookie } = await visit.signIn('anna');
  const secret = cookie.slice(cookie.indexOf('=') + 1);
  const digest = createHash('sha256').update(secret).digest('hex');
  assert.notEqual(await visit.shop.store.read.sessions.byDigest(digest), undefined);
  assert.equal(await visit.shop.store.read.sessions.byDigest(secret), undefined);
  const stolen = await visit.get({ cookie: `__Host-photokiosk_console=${digest}`, token: '' }, 'session');
  assert.equal(stolen.statusCode, 401);
});

test('a call without a session, with a forged session or with a guest’s token is refused with 401', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const { cookie } = await visit.signIn('anna');
  const swapped = cookie.endsWith('A') ? 'B' : 'A';
  for (const forged of [
    '',
    '__Host-photokiosk_console=',
    cookie.replace('__Host-', ''),
    `__Host-photokiosk_console=${'A'.repeat(43)}`,
    `${cookie.slice(0, -1)}${swapped}`,
    `${cookie}x`,
    "__Host-photokiosk_console=' or 1=1 --",
    'photokiosk_guest=guest 1',
  ]) {
    const answer = await visit.get({ cookie: forged, token: '' }, 'session');
    assert.equal(answer.statusCode, 401, forged);
    assert.equal(answer.json().code, 'unauthenticated');
  }
  const headers = { authorization: `Basic ${btoa('anna:password of anna')}` };
  const basic = await visit.app.inject({ url: '/admin/api/session', headers });
  assert.equal(basic.statusCode, 401, 'a password in a header opens no session');
});

test('signing in ends the session of an earlier cookie and starts a new one', async () => {
  await using visit = await openConsole();
  await visit.addOperator('mallory', 'viewer');
  await visit.addOperator('anna', 'owner');
  const planted = await visit.signIn('mallory');
  const headers = { cookie: planted.cookie };
  const answer = await visit.trySignIn('anna', 'password of anna', headers);
  assert.notEqual(cookieOf(answer), planted.cookie);
  assert.equal((await visit.get(planted, 'session')).statusCode, 401);
  const unknown = `__Host-photokiosk_console=${'x'.repeat(43)}`;
  const other = await visit.trySignIn('anna', 'password of anna', { cookie: unknown });
  assert.notEqual(cookieOf(other), unknown);
});

test('a session ends after two hours without a call, and after twelve hours even if it is used', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const idle = await visit.signIn('anna');
  visit.shop.clock.advance(2 * hourMs - 1);
  assert.equal((await visit.get(idle, 'session')).statusCode, 200);
  visit.shop.clock.advance(2 * hourMs);
  assert.equal((await visit.get(idle, 'session')).statusCode, 401);

  const busy = await visit.signIn('anna');
  for (let hour = 1; hour < 12; hour += 1) {
    visit.shop.clock.advance(hourMs);
    assert.equal((await visit.get(busy, 'session')).statusCode, 200, `hour ${hour}`);
  }
  visit.shop.clock.advance(hourMs);
  assert.equal((await visit.get(busy, 'session')).statusCode, 401);
});

test('background requests of a page do not prolong its session', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const background = { 'x-background': '1' };
  const idleEnd = async () => (await visit.get(anna, 'session', background)).json().idle_expires_at;
  const end = await idleEnd();
  for (let quarter = 1; quarter < 8; quarter += 1) {
    visit.shop.clock.advance(hourMs / 4);
    const answer = await visit.get(anna, 'orders', background);
    assert.equal(answer.statusCode, 200, `quarter ${quarter}`);
    assert.equal(await idleEnd(), end);
  }
  visit.shop.clock.advance(hourMs / 4);
  assert.equal((await visit.get(anna, 'orders', background)).statusCode, 401);
});

test('a call that is not a background request prolongs the session, and so does every call that changes something', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const background = { 'x-background': '1' };
  visit.shop.clock.advance(hourMs);
  assert.equal((await visit.get(anna, 'orders')).statusCode, 200);
  visit.shop.clock.advance(1.5 * hourMs);
  const changed = await visit.send(anna, 'POST', 'jobs/retry_all', {}, background);
  assert.equal(changed.statusCode, 200);
  visit.shop.clock.advance(1.5 * hourMs);
  assert.equal((await visit.get(anna, 'orders', background)).statusCode, 200);
});

test('signing out ends the session and deletes the cookie', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  const answer = await visit.send(anna, 'DELETE', 'session');
  assert.equal(answer.statusCode, 204);
  assert.match(String(answer.headers['set-cookie']), /^__Host-photokiosk_console=; Path=\/; Max-Age=0;/);
  assert.equal((await visit.get(anna, 'session')).statusCode, 401);
});

test('operators list and end their own sessions, and owners all; other operators get 403 for a colleague’s session and for an unknown one', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  await visit.addOperator('olga', 'owner');
  const first = await visit.signIn('anna');
  const second = await visit.signIn('anna');
  const olga = await visit.signIn('olga');
  const own: { id: number; current: boolean; operator_name: string }[] = (
    await visit.get(first, 'sessions?whose=')
  ).json().sessions;
  assert.deepEqual(
    own.map(({ current, operator_name }) => [current, operator_name]),
    [
      [false, 'anna'],
      [true, 'anna'],
    ],
  );
  assert.equal((await visit.get(first, 'sessions?whose=all')).statusCode, 403);
  const all: { id: number; operator_name: string }[] = (await visit.get(olga, 'sessions?whose=all')).json()
    .sessions;
  assert.equal(all.length, 3);
  const olgas = all.find(({ operator_name }) => operator_name === 'olga')?.id;
  assert.equal((await visit.send(first, 'DELETE', `sessions/${olgas}`)).statusCode, 403);
  assert.equal((await visit.send(first, 'DELETE', 'sessions/999999')).statusCode, 403);
  assert.equal((await visit.send(olga, 'DELETE', 'sessions/999999')).statusCode, 404);

  assert.equal((await visit.send(first, 'DELETE', `sessions/${own[0]?.id}`)).statusCode, 204);
  assert.equal((await visit.get(second, 'session')).statusCode, 401);
  assert.equal((await visit.send(olga, 'DELETE', `sessions/${own[1]?.id}`)).statusCode, 204);
  assert.equal((await visit.get(first, 'session')).statusCode, 401);
});

test('a changed password ends the operator’s other sessions, and the old password is refused', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const here = await visit.signIn('anna');
  const there = await visit.signIn('anna');
  const change = (old_password: string, new_password: string) =>
    visit.send(here, 'POST', 'password', { old_password, new_password });
  const wrong = await change('not hers', 'a fresh password');
  assert.equal(wrong.statusCode, 422);
  assert.equal(wrong.json().errors[0].pointer, '/old_password');
  assert.equal((await change('password of anna', 'short')).statusCode, 422);
  assert.equal((await change('password of anna', 'password of anna')).statusCode, 422);
  assert.equal((await change('password of anna', 'a fresh password')).statusCode, 204);
  assert.equal((await visit.get(here, 'session')).statusCode, 200);
  assert.equal((await visit.get(there, 'session')).statusCode, 401);
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 401);
  await visit.signIn('anna', 'a fresh password');
});

test('attempts with a wrong old password are limited also for an operator who is signed in', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  const guess = (old_password: string) =>
    visit.send(anna, 'POST', 'password', { old_password, new_password: 'a fresh password' });
  for (let index = 0; index < 5; index += 1) assert.equal((await guess(`guess ${index}`)).statusCode, 422);
  const answer = await guess('password of anna');
  assert.equal(answer.statusCode, 429);
  assert.equal(answer.headers['retry-after'], '5');
  const refused = (await auditLog(visit.shop)).filter(({ action }) => action === 'reauthentication_refused');
  assert.equal(refused.length, 5, 'the audit log has each wrong password');
});

test('too many wrong passwords are 429 with Retry-After', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  for (let index = 0; index < 5; index += 1) {
    assert.equal((await visit.trySignIn('anna', 'wrong')).statusCode, 401);
  }
  const answer = await visit.trySignIn('anna', 'password of anna');
  assert.equal(answer.statusCode, 429);
  assert.equal(answer.headers['retry-after'], '5');
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a new password needs 12 characters and must be neither common nor mainly words of the service', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const bea = await visit.addOperator('bea', 'viewer');
  const anna = await visit.signIn('anna');
  const codeOf = (answer: { json(): { errors?: { pointer: string; code: string }[] } }) =>
    answer.json().errors?.map(({ pointer, code }) => `${pointer} ${code}`);
  for (const [password, code] of [
    ['11 letters.', 'text_length'],
    ['common password 1', 'common_password'],
    ['Photokiosk-Admin-2026', 'common_password'],
  ]) {
    const change = { old_password: 'password of anna', new_password: password };
    assert.deepEqual(codeOf(await visit.send(anna, 'POST', 'password', change)), [`/new_password ${code}`]);
    const added = { name: 'carl', role: 'viewer', password };
    assert.deepEqual(codeOf(await visit.send(anna, 'POST', 'operators', added)), [`/password ${code}`]);
    const reset = await visit.send(anna, 'POST', `operators/${bea.id}/password`, { password });
    assert.deepEqual(codeOf(reset), [`/password ${code}`]);
  }
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 200);
});

test('a weak password that is already set still signs in, and the session reports it as weak until the password changes', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer', 'short');
  const anna = await visit.signIn('anna', 'short');
  const isWeak = async () => (await visit.get(anna, 'session')).json().weak_password;
  assert.equal(await isWeak(), true);
  const change = { old_password: 'short', new_password: 'a fresh password' };
  assert.equal((await visit.send(anna, 'POST', 'password', change)).statusCode, 204);
  assert.equal(await isWeak(), false);
});
