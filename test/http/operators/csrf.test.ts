/** Cross-site request forgery: origin, token and body encoding of console calls. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole, ownOrigin } from '../../support/console-visit.ts';

const fresh = { old_password: 'password of anna', new_password: 'a fresh password' };

/** Headers about the origin of a call, and whether the console accepts them. */
const origins: readonly (readonly [Readonly<Record<string, string | undefined>>, boolean])[] = [
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://10.0.0.5:8080' }, true],
  [{ 'sec-fetch-site': undefined, origin: ownOrigin }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: ownOrigin }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: ownOrigin }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': undefined }, false],
  [{ 'sec-fetch-site': undefined, origin: 'null' }, false],
  [{ 'sec-fetch-site': undefined, origin: 'https://evil.test' }, false],
  [{ 'sec-fetch-site': undefined, origin: `${ownOrigin}.evil.test` }, false],
  [{ 'sec-fetch-site': undefined, origin: 'http://shop.test' }, false],
];

for (const [headers, ours] of origins) {
  const sent = JSON.stringify(headers);
  test(`a call with ${sent} is ${ours ? 'accepted' : 'refused and changes nothing'}`, async () => {
    await using visit = await openConsole();
    await visit.addOperator('anna', 'owner');
    const anna = await visit.signIn('anna');
    const { statusCode } = await visit.send(anna, 'POST', 'password', fresh, headers);
    assert.equal(statusCode, ours ? 204 : 403);
    const password = ours ? fresh.new_password : fresh.old_password;
    assert.equal((await visit.trySignIn('anna', password)).statusCode, 200);
    // A forged request that signs the operator in to the attacker's account is an attack as well.
    const signIn = await visit.trySignIn('anna', password, headers);
    assert.equal(signIn.statusCode, ours ? 200 : 403);
  });
}

const lan = 'http://192.168.1.20:8080';

/** A shop with a plain HTTP public URL: the called address, the page's origin, and whether the call is accepted. */
const addresses: readonly (readonly [string, string | undefined, boolean])[] = [
  ['192.168.1.20:8080', lan, true],
  ['[fd00::20]:8080', 'http://[fd00::20]:8080', true],
  ['localhost:8080', 'http://localhost:8080', true],
  ['192.168.1.20', 'http://192.168.1.20', true],
  ['192.168.1.20:80', 'http://192.168.1.20', true],
  // The page's origin is PUBLIC_URL; a proxy has changed the host.
  ['10.0.0.1:3000', 'http://shop.test', true],
  ['192.168.1.20:8080', 'http://192.168.1.20:9000', false],
  ['192.168.1.20:8080', 'http://192.168.1.21:8080', false],
  ['192.168.1.20:8080', 'https://192.168.1.20:8080', false],
  ['192.168.1.20:8080', 'http://evil.test', false],
  ['192.168.1.20:8080', 'null', false],
  ['192.168.1.20:8080', undefined, false],
  // DNS rebinding: an attacker points a name of their own at this machine.
  ['evil.test:8080', 'http://evil.test:8080', false],
  ['192.168.1.20.evil.test', 'http://192.168.1.20.evil.test', false],
  ['192.168.1.20@evil.test', 'http://evil.test', false],
  ['192.168.1.20/x', 'http://192.168.1.20', false],
  ['', 'http://', false],
];

for (const [host, origin, ours] of addresses) {
  test(`a call to ${host} from a page of ${origin} is ${ours ? 'accepted' : 'refused'}`, async () => {
    await using visit = await openConsole({ settings: { publicUrl: 'http://shop.test' } });
    await visit.addOperator('anna', 'owner');
    const headers = { 'sec-fetch-site': undefined, host, origin };
    const { statusCode } = await visit.trySignIn('anna', 'password of anna', headers);
    assert.equal(statusCode, ours ? 200 : 403);
  });
}

test('a shop with an HTTPS public URL refuses a sign-in over plain HTTP at every address', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const headers = { 'sec-fetch-site': undefined, host: '192.168.1.20:8080', origin: lan };
  const answer = await visit.trySignIn('anna', 'password of anna', headers);
  assert.equal(answer.statusCode, 403);
  assert.match(answer.json().detail, /https:\/\/shop\.test\/admin/);
});

test('X-Forwarded-Host counts as the called address only from a trusted proxy', async () => {
  const forwarded = { host: '127.0.0.1:3000', 'x-forwarded-host': '192.168.1.20:8080', origin: lan };
  for (const trustProxy of [true, false]) {
    const trusted = trustProxy ? ['127.0.0.1'] : false;
    await using visit = await openConsole({ settings: { publicUrl: 'http://shop.test' } }, trusted);
    await visit.addOperator('anna', 'owner');
    const headers = { 'sec-fetch-site': undefined, ...forwarded };
    const { statusCode } = await visit.trySignIn('anna', 'password of anna', headers);
    assert.equal(statusCode, trustProxy ? 200 : 403);
  }
});

test('a call with a missing or wrong CSRF token, or with that of another session, is refused and changes nothing', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const other = await visit.signIn('anna');
  for (const token of [undefined, '', 'x', other.token, `${anna.token}x`, anna.token.slice(1)]) {
    for (const [method, path, body] of [
      ['POST', 'password', fresh],
      ['DELETE', 'session', undefined],
      ['POST', 'operators', { name: 'eve', role: 'owner' }],
    ] as const) {
      const answer = await visit.send(anna, method, path, body, { 'x-csrf-token': token });
      assert.equal(answer.statusCode, 403, `${method} ${path} with ${token}`);
      assert.equal(answer.json().code, 'forbidden');
    }
  }
  assert.equal((await visit.get(anna, 'session')).statusCode, 200);
  assert.equal((await visit.get(anna, 'operators')).json().operators.length, 1);
});

test('the CSRF token stays the same during a session and differs from the cookie', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  assert.equal((await visit.get(anna, 'session')).json().csrf_token, anna.token);
  assert.ok(!anna.cookie.includes(anna.token));
});

test('form bodies, which any site can send, are refused', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
    const answer = await visit.app.inject({
      method: 'POST',
      url: '/admin/api/operators',
      payload: 'name=eve&role=owner',
      headers: {
        'content-type': type,
        cookie: anna.cookie,
        'x-csrf-token': anna.token,
        'sec-fetch-site': 'same-origin',
      },
    });
    assert.equal(answer.statusCode, 415, type);
  }
});

test('calls that only read need neither an origin of the shop nor a CSRF token', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const { cookie } = await visit.signIn('anna');
  for (const path of ['session', 'sessions', 'operators', 'audit_log']) {
    assert.equal((await visit.get({ cookie, token: '' }, path)).statusCode, 200, path);
  }
});
