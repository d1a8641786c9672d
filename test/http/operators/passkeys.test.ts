/** Passkeys of operators, over HTTP, with an authenticator in memory. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLog } from '../../support/console-fixture.ts';
import { type ConsoleVisit, openConsole, ownOrigin, type Visitor } from '../../support/console-visit.ts';
import {
  addPasskey,
  enterPassword,
  passkeyOnlyChallenge,
  signInChallenge,
  tryPasskey,
} from '../../support/second-factor.ts';
import { type SoftPasskey, softPasskey } from '../../support/soft-passkey.ts';

const minuteMs = 60_000;

/** A console whose operator anna has a passkey. */
async function openWithPasskey(counts = true): Promise<{
  readonly visit: ConsoleVisit;
  readonly passkey: SoftPasskey;
  readonly anna: Visitor;
}> {
  const visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const passkey = softPasskey(ownOrigin, counts);
  await addPasskey(visit, anna, passkey);
  return { visit, passkey, anna };
}

test('a passkey completes a sign-in, and the first one brings recovery codes', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const passkey = softPasskey(ownOrigin);
  assert.equal((await addPasskey(visit, anna, passkey)).recovery_codes.length, 10);
  assert.equal((await addPasskey(visit, anna, softPasskey(ownOrigin))).recovery_codes, null);
  const password = await visit.trySignIn('anna', 'password of anna');
  assert.deepEqual(password.json().second_factor_needed.passkey, true);
  const pending = await enterPassword(visit, 'anna');
  const finished = await tryPasskey(visit, pending, passkey.get(await signInChallenge(visit, pending)));
  assert.equal(finished.statusCode, 200, finished.body);
  const { passkeys } = (await visit.get(anna, 'second_factor')).json();
  assert.deepEqual(
    passkeys.map((one: Record<string, unknown>) => [one.name, one.used_at !== null]),
    [
      ['my key', true],
      ['my key', false],
    ],
  );
});

test('a passkey whose authenticator keeps no signature counter can sign in several times', async () => {
  const { visit, passkey } = await openWithPasskey(false);
  await using _open = visit;
  for (let round = 0; round < 3; round += 1) {
    const pending = await enterPassword(visit, 'anna');
    const answer = passkey.get(await signInChallenge(visit, pending));
    assert.equal((await tryPasskey(visit, pending, answer)).statusCode, 200);
  }
});

test('an answer to a challenge is accepted once, even if one session sends it twice at the same time', async () => {
  const { visit, passkey, anna } = await openWithPasskey(false);
  await using _open = visit;
  const { options } = (await visit.send(anna, 'POST', 'session/reauthentication_options')).json();
  const answer = passkey.get(options);
  const prove = () => visit.send(anna, 'POST', 'session/reauthenticate_passkey', answer);
  const both = await Promise.all([prove(), prove()]);
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [204, 422]);
});

test('an answer with a forged origin, to another challenge, or from an authenticator that has not verified the person is refused', async () => {
  const { visit, passkey, anna } = await openWithPasskey();
  await using _open = visit;
  const pending = await enterPassword(visit, 'anna');
  const other = await enterPassword(visit, 'anna');
  const options = await signInChallenge(visit, pending);
  const reauthentication = (await visit.send(anna, 'POST', 'session/reauthentication_options')).json()
    .options;
  const forged = { challenge: Buffer.alloc(54).toString('base64url') };
  const answers = {
    'forged origin': passkey.get(options, { origin: 'https://evil.test' }),
    'no verification': passkey.get(options, { verifiesUser: false }),
    'challenge of another sign-in': passkey.get(await signInChallenge(visit, other)),
    'challenge of a reauthentication': passkey.get(reauthentication),
    'forged challenge': passkey.get(forged),
    'another authenticator': { ...softPasskey(ownOrigin).get(options), credential_id: passkey.credentialId },
    'unknown passkey': softPasskey(ownOrigin).get(options),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const fresh = what.startsWith('challenge of') ? pending : await enterPassword(visit, 'anna');
    const refused = await tryPasskey(visit, fresh, answer);
    assert.deepEqual([refused.statusCode, refused.json().reason], [401, 'wrong_code'], what);
    visit.shop.clock.advance(minuteMs);
  }
});

test('an answer whose signature counter has not grown is refused, because a copy of the authenticator may have sent it', async () => {
  const { visit, passkey } = await openWithPasskey();
  await using _open = visit;
  const attempt = async (counter: number) => {
    const pending = await enterPassword(visit, 'anna');
    const answer = passkey.get(await signInChallenge(visit, pending), { counter });
    return (await tryPasskey(visit, pending, answer)).statusCode;
  };
  assert.deepEqual(
    [await attempt(7), await attempt(7), await attempt(6), await attempt(8)],
    [200, 401, 401, 200],
  );
});

test('a challenge ends after five minutes', async () => {
  const { visit, passkey, anna } = await openWithPasskey();
  await using _open = visit;
  const { options } = (await visit.send(anna, 'POST', 'session/reauthentication_options')).json();
  visit.shop.clock.advance(5 * minuteMs);
  const answer = await visit.send(anna, 'POST', 'session/reauthenticate_passkey', passkey.get(options));
  assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'wrong_code']);
});

test('the passkey of another operator completes no sign-in', async () => {
  const { visit } = await openWithPasskey();
  await using _open = visit;
  await visit.addOperator('bert', 'owner');
  const theirs = softPasskey(ownOrigin);
  await addPasskey(visit, await visit.signIn('bert'), theirs);
  const pending = await enterPassword(visit, 'anna');
  const answer = theirs.get(await signInChallenge(visit, pending));
  assert.equal((await tryPasskey(visit, pending, answer)).statusCode, 401);
});

test('a new passkey with a forged origin or a used challenge is refused', async () => {
  const { visit, anna } = await openWithPasskey();
  await using _open = visit;
  const { options } = (await visit.send(anna, 'POST', 'second_factor/passkey_options')).json();
  const add = async (body: Record<string, unknown>) => {
    const answer = await visit.send(anna, 'POST', 'second_factor/passkeys', { name: 'key', ...body });
    return answer.json().errors?.[0].code ?? answer.statusCode;
  };
  assert.equal(await add(softPasskey(ownOrigin).create(options, 'https://evil.test')), 'passkey_refused');
  assert.equal(await add(softPasskey(ownOrigin).create(options)), 201);
  assert.equal(await add(softPasskey(ownOrigin).create(options)), 'passkey_refused');
});

test('a removed passkey completes no sign-in; without a second factor the password is enough', async () => {
  const { visit, passkey, anna } = await openWithPasskey();
  await using _open = visit;
  const second = softPasskey(ownOrigin);
  const { id } = (await addPasskey(visit, anna, second)).passkey;
  assert.equal((await visit.send(anna, 'DELETE', `second_factor/passkeys/${id}`)).statusCode, 204);
  assert.equal((await visit.send(anna, 'DELETE', `second_factor/passkeys/${id}`)).statusCode, 404);
  const pending = await enterPassword(visit, 'anna');
  assert.equal(
    (await tryPasskey(visit, pending, second.get(await signInChallenge(visit, pending)))).statusCode,
    401,
  );
  const right = await tryPasskey(visit, pending, passkey.get(await signInChallenge(visit, pending)));
  assert.equal(right.statusCode, 200, right.body);
  const [first] = (await visit.get(anna, 'second_factor')).json().passkeys;
  assert.equal((await visit.send(anna, 'DELETE', `second_factor/passkeys/${first.id}`)).statusCode, 204);
  await visit.signIn('anna');
});

test('one operator cannot remove the passkey of another', async () => {
  const { visit, anna } = await openWithPasskey();
  await using _open = visit;
  await visit.addOperator('bert', 'owner');
  const [first] = (await visit.get(anna, 'second_factor')).json().passkeys;
  const answer = await visit.send(await visit.signIn('bert'), 'DELETE', `second_factor/passkeys/${first.id}`);
  assert.equal(answer.json().reason, 'unknown_passkey');
});

function signInAlone(visit: ConsoleVisit, cookie: string, payload: Record<string, string>) {
  return visit.app.inject({
    method: 'POST',
    url: '/admin/api/session/passkey_only',
    payload,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
}

test('a passkey signs its operator in without a name and a password, and the audit entry says that only a passkey was used', async () => {
  const { visit, passkey } = await openWithPasskey();
  await using _open = visit;
  const { cookie, options } = await passkeyOnlyChallenge(visit);
  assert.equal(options.allowCredentials, undefined);
  const answer = await signInAlone(visit, cookie, passkey.get(options));
  assert.equal(answer.json().operator.name, 'anna');
  const [entry] = await auditLog(visit.shop);
  assert.deepEqual([entry?.action, entry?.after], ['sign_in', { passkey_only: true }]);
});

test('at a sign-in with a passkey alone, an answer opens one session, and only in the browser that got the challenge', async () => {
  const { visit, passkey } = await openWithPasskey(false);
  await using _open = visit;
  const { cookie, options } = await passkeyOnlyChallenge(visit);
  const answer = passkey.get(options);
  const other = (await passkeyOnlyChallenge(visit)).cookie;
  for (const stolen of ['', other]) {
    const refused = await signInAlone(visit, stolen, answer);
    assert.deepEqual([refused.statusCode, refused.json().reason], [401, 'unusable_passkey']);
  }
  const both = await Promise.all([signInAlone(visit, cookie, answer), signInAlone(visit, cookie, answer)]);
  assert.deepEqual(both.map(({ statusCode }) => statusCode).toSorted(), [200, 401]);
});

test('a sign-in with a passkey alone is refused for a disabled operator, and if the authenticator has not verified the person', async () => {
  const { visit, passkey } = await openWithPasskey();
  await using _open = visit;
  const attempt = async (verifiesUser: boolean) => {
    const { cookie, options } = await passkeyOnlyChallenge(visit);
    return (await signInAlone(visit, cookie, passkey.get(options, { verifiesUser }))).statusCode;
  };
  assert.equal(await attempt(false), 401);
  const anna = await visit.shop.store.read.operators.byName('anna');
  assert.ok(anna !== undefined);
  await visit.shop.store.transaction((tx) => tx.operators.save({ ...anna, disabledAt: 1 }));
  assert.equal(await attempt(true), 401);
});
