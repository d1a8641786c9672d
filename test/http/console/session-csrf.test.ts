/** Other sites cannot act in an operator's name: the origin of a call, its token, its form. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole, ownOrigin } from '../../support/console-visit.ts';

const fresh = { old_password: 'password of anna', new_password: 'a fresh password' };

/** What a browser says of where a call comes from, and whether that is us. */
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
  const told = JSON.stringify(headers);
  test(`a call from ${told} is ${ours ? 'ours' : 'refused, and changes nothing'}`, async () => {
    await using visit = await openConsole();
    await visit.addOperator('anna', 'owner');
    const anna = await visit.signIn('anna');
    const { statusCode } = await visit.send(anna, 'POST', 'password', fresh, headers);
    assert.equal(statusCode, ours ? 204 : 403);
    const password = ours ? fresh.new_password : fresh.old_password;
    assert.equal((await visit.trySignIn('anna', password)).statusCode, 200);
    // Signing somebody in to an account of the attacker's is an attack, too.
    const signIn = await visit.trySignIn('anna', password, headers);
    assert.equal(signIn.statusCode, ours ? 200 : 403);
  });
}

test('a token that is missing, wrong or another session’s is refused, and changes nothing', async () => {
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

test('the token stays the same while the session lives, and is not what the cookie says', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  assert.equal((await visit.get(anna, 'session')).json().csrf_token, anna.token);
  assert.ok(!anna.cookie.includes(anna.token));
});

test('a form, which any site can send, is not read: bodies are JSON', async () => {
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

test('reading changes nothing, so that it needs neither', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const { cookie } = await visit.signIn('anna');
  for (const path of ['session', 'sessions', 'operators', 'audit_log']) {
    assert.equal((await visit.get({ cookie, token: '' }, path)).statusCode, 200, path);
  }
});
