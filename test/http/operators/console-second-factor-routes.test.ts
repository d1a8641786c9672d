/** The operator's own authenticator app and recovery codes, and what owners decide about second factors. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretSeals } from '../../../src/identity/secret-seals.ts';
import { resealApps } from '../../../src/usecases/operators/authenticator-app.ts';
import { ensureOperator } from '../../../src/usecases/operators/ensure-operator.ts';
import type { SecretSeals } from '../../../src/usecases/ports/second-factors.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { oneTimeCode } from '../../support/one-time-code.ts';
import { enterPassword, setUpApp, signInWithCode, tryCode } from '../../support/second-factor.ts';

const stepMs = 30_000;
const app = 'second_factor/authenticator_app';

async function refusal(answer: ReturnType<ConsoleVisit['send']>) {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).reason];
}

async function signedInOwner(visit: ConsoleVisit): Promise<Visitor> {
  await visit.addOperator('olga', 'owner');
  return visit.signIn('olga');
}

test('the sign-in does not require an authenticator app whose set-up no code has confirmed', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  const { secret } = (await visit.send(anna, 'POST', app)).json();
  const { clock } = visit.shop;
  const right = [-1, 0, 1].map((steps) => oneTimeCode(secret, clock.now(), steps));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  const answer = await visit.send(anna, 'POST', `${app}/confirm`, { code: wrong });
  assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [422, 'wrong_code']);
  await visit.signIn('anna');
  assert.equal((await visit.get(anna, 'second_factor')).json().authenticator_app_since, null);
});

test('the code that confirmed the set-up of an authenticator app is refused at the next sign-in', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const own = await setUpApp(visit, await visit.signIn('anna'));
  assert.equal((await tryCode(visit, await enterPassword(visit, 'anna'), own.code())).statusCode, 401);
});

test('the first second factor ends the operator’s other sessions, which a password alone has opened', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const [here, there] = [await visit.signIn('anna'), await visit.signIn('anna')];
  await setUpApp(visit, here);
  assert.equal((await visit.get(here, 'session')).json().second_factor, 'on');
  assert.equal((await visit.get(there, 'session')).statusCode, 401);
});

test('after the set-up, the secret and the recovery codes are in no response, in no log line and not in the database', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'owner');
  const anna = await visit.signIn('anna');
  const { secret, recoveryCodes } = await setUpApp(visit, anna);
  const bodies = [];
  for (const path of ['second_factor', 'session', 'operators', 'audit_log', 'sessions']) {
    bodies.push((await visit.get(anna, path)).body);
  }
  const tables = ['authenticator_apps', 'recovery_codes', 'audit_log', 'operators', 'pending_sign_ins'];
  const rows = tables.map((name) => JSON.stringify(visit.shop.rows(`select * from ${name}`)));
  const seen = [...bodies, ...rows, JSON.stringify(visit.shop.log.lines)].join('\n').toUpperCase();
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
    assert.ok(!seen.includes(text), text);
  }
  assert.deepEqual(await refusal(visit.send(anna, 'POST', app)), [409, 'second_factor_already_on']);
});

test('the secret of the set-up is not masked, whatever its characters', async () => {
  // A base32 secret without I, L, O and U looks like an order number, and order numbers are masked.
  const secret = 'ABCDEFGHJKMNPQRSTVWXYZ234567ABCD';
  await using visit = await openConsole({
    wrap: (deps) => ({
      ...deps,
      factors: { ...deps.factors, codes: { ...deps.factors.codes, newSecret: () => secret } },
    }),
  });
  const begun = await visit.send(await signedInOwner(visit), 'POST', app);
  assert.equal(begun.json().secret, secret);
  assert.ok(begun.json().address.includes(`secret=${secret}`));
});

test('after an operator gets new recovery codes, the earlier codes are refused', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  assert.deepEqual(await refusal(visit.send(anna, 'POST', 'second_factor/recovery_codes')), [
    409,
    'second_factor_missing',
  ]);
  const { recoveryCodes: former } = await setUpApp(visit, anna);
  const renewed = await visit.send(anna, 'POST', 'second_factor/recovery_codes');
  const codes: string[] = renewed.json().recovery_codes;
  assert.equal(new Set([...codes, ...former]).size, 20);
  const pending = await enterPassword(visit, 'anna');
  assert.equal((await tryCode(visit, pending, former[0] ?? '')).statusCode, 401);
  assert.equal((await tryCode(visit, pending, codes[0] ?? '')).statusCode, 200);
});

test('after the authenticator app is removed, the password alone signs in, and the recovery codes are deleted', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = await visit.signIn('anna');
  await setUpApp(visit, anna);
  assert.equal((await visit.send(anna, 'DELETE', app)).statusCode, 204);
  assert.equal((await visit.get(await visit.signIn('anna'), 'second_factor')).json().recovery_codes_left, 0);
  assert.deepEqual(await refusal(visit.send(anna, 'DELETE', app)), [409, 'second_factor_missing']);
  const actions = (await auditLog(visit.shop)).map(({ action }) => action);
  assert.deepEqual(actions.toReversed(), [
    'sign_in',
    'second_factor_added',
    'second_factor_removed',
    'sign_in',
  ]);
});

test('a call that adds or removes a second factor needs the CSRF token', async () => {
  await using visit = await openConsole();
  await visit.addOperator('anna', 'viewer');
  const anna = { ...(await visit.signIn('anna')), token: 'another' };
  for (const [method, path] of [
    ['POST', app],
    ['POST', `${app}/confirm`],
    ['DELETE', app],
    ['POST', 'second_factor/recovery_codes'],
    ['POST', 'second_factor/passkey_options'],
    ['POST', 'session/reauthenticate'],
  ] as const) {
    assert.deepEqual(
      await refusal(visit.send(anna, method, path, { code: '1' })),
      [403, 'wrong_csrf_token'],
      path,
    );
  }
});

test('an owner removes the second factor of an operator, whose sessions end', async () => {
  await using visit = await openConsole();
  const olga = await signedInOwner(visit);
  const { id } = await visit.addOperator('anna', 'support');
  const anna = await visit.signIn('anna');
  await setUpApp(visit, anna);
  const path = `operators/${id}/second_factor`;
  assert.deepEqual(await refusal(visit.send(anna, 'DELETE', path)), [403, 'role_not_allowed']);
  assert.equal((await visit.send(olga, 'DELETE', path)).statusCode, 204);
  assert.equal((await visit.get(anna, 'session')).statusCode, 401);
  await visit.signIn('anna');
  assert.deepEqual(await refusal(visit.send(olga, 'DELETE', path)), [409, 'second_factor_missing']);
  const entry = (await auditLog(visit.shop)).find(({ action }) => action === 'second_factor_removed');
  assert.deepEqual([entry?.operator, entry?.targetId], ['olga', 'anna']);
});

test('where a second factor is required, an operator without one can only set one up', async () => {
  await using visit = await openConsole();
  const olga = await signedInOwner(visit);
  const require = (on: boolean) => visit.send(olga, 'POST', 'sign_in_rules', { second_factor_required: on });
  assert.deepEqual(await refusal(require(true)), [409, 'second_factor_missing']);
  await setUpApp(visit, olga);
  await visit.addOperator('anna', 'owner');
  const before = await visit.signIn('anna');
  assert.equal((await require(true)).statusCode, 200);
  assert.deepEqual(
    (await visit.get(olga, 'operators'))
      .json()
      .operators.map((one: Record<string, unknown>) => [one.name, one.second_factor]),
    [
      ['anna', false],
      ['olga', true],
    ],
  );
  for (const anna of [before, await visit.signIn('anna')]) {
    assert.equal((await visit.get(anna, 'session')).json().second_factor, 'must_be_set_up');
    for (const path of ['orders', 'operators', 'audit_log', 'sessions', 'api_tokens']) {
      assert.deepEqual(await refusal(visit.get(anna, path)), [403, 'second_factor_required'], path);
    }
    const token = { name: 'script', role: 'owner', days: 1 };
    assert.deepEqual(await refusal(visit.send(anna, 'POST', 'api_tokens', token)), [
      403,
      'second_factor_required',
    ]);
  }
  await setUpApp(visit, before);
  assert.equal((await visit.get(before, 'orders')).statusCode, 200);
  assert.equal((await require(false)).statusCode, 200);
});

test('where a second factor is required, a name and password in a request are refused for every operator', async () => {
  await using visit = await openConsole();
  const olga = await signedInOwner(visit);
  await setUpApp(visit, olga);
  await visit.addOperator('anna', 'support');
  const headers = { authorization: `Basic ${btoa('anna:password of anna')}` };
  const payload = { order_no: 'NONE' };
  const call = () => visit.app.inject({ method: 'POST', url: '/v1/cancel_order', headers, payload });
  assert.equal((await call()).json().code, 'unknown_order');
  await visit.send(olga, 'POST', 'sign_in_rules', { second_factor_required: true });
  assert.deepEqual([(await call()).statusCode, (await call()).json().reason], [401, 'api_token_needed']);
});

test('a new ADMIN_PASSWORD removes the second factor of admin, and the same value does not', async () => {
  await using visit = await openConsole();
  const { deps } = visit.shop;
  await ensureOperator(deps, 'the first password');
  await setUpApp(visit, await visit.signIn('admin', 'the first password'));
  await ensureOperator(deps, 'the first password');
  assert.ok('second_factor_needed' in (await visit.trySignIn('admin', 'the first password')).json());
  await ensureOperator(deps, 'the second password');
  await visit.signIn('admin', 'the second password');
  const [, reset] = await auditLog(visit.shop);
  assert.deepEqual([reset?.action, reset?.after?.second_factor_removed], ['password_reset', true]);
});

test('codes of an authenticator app are accepted after SECRET_KEY is replaced, if the service has started once with both keys', async () => {
  let secrets: [string, ...string[]] = ['key 1'];
  const random = fixedRandom('seals');
  const seals: SecretSeals = {
    seal: (...args) => createSecretSeals(secrets, random).seal(...args),
    open: (...args) => createSecretSeals(secrets, random).open(...args),
  };
  await using visit = await openConsole({
    wrap: (deps) => ({ ...deps, factors: { ...deps.factors, seals } }),
  });
  await visit.addOperator('anna', 'viewer');
  const own = await setUpApp(visit, await visit.signIn('anna'));
  secrets = ['key 2', 'key 1'];
  await resealApps(visit.shop.deps);
  secrets = ['key 2'];
  visit.shop.clock.advance(stepMs);
  await signInWithCode(visit, 'anna', own.code());
  secrets = ['key 3'];
  visit.shop.clock.advance(stepMs);
  const pending = await enterPassword(visit, 'anna');
  assert.equal((await tryCode(visit, pending, own.code())).statusCode, 401);
  assert.equal((await tryCode(visit, pending, own.recoveryCodes[0] ?? '')).statusCode, 200);
});
