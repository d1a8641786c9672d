import { source } from '../../support/shop.ts';
/** Owners add, change and disable operators, and read what every operator did. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsole } from '../../support/console-visit.ts';

interface Entry {
  readonly id: number;
  readonly action: string;
  readonly target_id: string;
}

test('a new operator signs in with the generated password, which only the first response contains', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const olga = await visit.signIn('olga');
  const answer = await visit.send(olga, 'POST', 'operators', { name: 'Zoë B.', role: 'support' });
  assert.equal(answer.statusCode, 201);
  const { operator, made_password } = answer.json();
  assert.equal(operator.name, 'Zoë B.');
  assert.ok(made_password.length >= 20);
  await visit.signIn('Zoë B.', made_password);
  const given = { name: 'anna', role: 'viewer', password: 'a given password' };
  assert.equal((await visit.send(olga, 'POST', 'operators', given)).json().made_password, null);
  await visit.signIn('anna', given.password);
  const { operators } = (await visit.get(olga, 'operators')).json();
  assert.deepEqual(
    operators.map(({ name }: { name: string }) => name).sort(),
    ['Zoë B.', 'anna', 'olga'].sort(),
  );
  assert.doesNotMatch(JSON.stringify(operators), /hash/i);
});

test('a name that differs from an existing one only in case, or that HTTP Basic cannot contain, is refused', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const olga = await visit.signIn('olga');
  for (const name of ['olga', 'OLGA', 'a:b', ' anna', 'anna ', 'a', '', '\u0000x', 'a\nb', '--']) {
    const answer = await visit.send(olga, 'POST', 'operators', { name, role: 'viewer' });
    assert.equal(answer.statusCode, 422, JSON.stringify(name));
    assert.equal(answer.json().errors[0].pointer, '/name');
  }
  const role = await visit.send(olga, 'POST', 'operators', { name: 'anna', role: 'emperor' });
  assert.equal(role.json().errors[0].pointer, '/role');
});

test('a disabled operator loses all sessions and cannot sign in until enabled again', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const { id } = await visit.addOperator('anna', 'owner');
  const [olga, anna] = [await visit.signIn('olga'), await visit.signIn('anna')];
  const disabled = await visit.send(olga, 'POST', `operators/${id}`, { disabled: true });
  assert.equal(disabled.json().disabled, true);
  assert.equal((await visit.get(anna, 'session')).statusCode, 401);
  const refused = await visit.trySignIn('anna', 'password of anna');
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.json().code, 'invalid_credential');
  const basic = { name: 'anna', password: 'password of anna' };
  await assert.rejects(visit.shop.service.identify({ basic }, source));
  await visit.send(olga, 'POST', `operators/${id}`, { disabled: false });
  assert.equal((await visit.get(anna, 'session')).statusCode, 401);
  await visit.signIn('anna');
});

test('the last owner keeps the role, even when two owners demote each other at the same time', async () => {
  await using visit = await openConsole();
  const olga = await visit.addOperator('olga', 'owner');
  const disabled = await visit.addOperator('otto', 'owner');
  const signedIn = await visit.signIn('olga');
  await visit.send(signedIn, 'POST', `operators/${disabled.id}`, { disabled: true });
  for (const change of [{ role: 'support' }, { disabled: true }]) {
    const answer = await visit.send(signedIn, 'POST', `operators/${olga.id}`, change);
    assert.equal(answer.statusCode, 409);
  }
  const anna = await visit.addOperator('anna', 'owner');
  const asAnna = await visit.signIn('anna');
  await Promise.all([
    visit.send(signedIn, 'POST', `operators/${anna.id}`, { role: 'viewer' }),
    visit.send(asAnna, 'POST', `operators/${olga.id}`, { role: 'viewer' }),
  ]);
  const owners = (await visit.shop.store.read.operators.all()).filter(
    ({ role, disabledAt }) => role === 'owner' && disabledAt === null,
  );
  assert.equal(owners.length, 1);
});

test('a password reset ends the operator’s sessions and clears the count of wrong passwords', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const { id } = await visit.addOperator('anna', 'viewer');
  const [olga, anna] = [await visit.signIn('olga'), await visit.signIn('anna')];
  for (let index = 0; index < 5; index += 1) await visit.trySignIn('anna', 'wrong');
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 429);
  const { made_password } = (await visit.send(olga, 'POST', `operators/${id}/password`, {})).json();
  assert.equal((await visit.get(anna, 'session')).statusCode, 401);
  assert.equal((await visit.trySignIn('anna', 'password of anna')).statusCode, 401);
  await visit.signIn('anna', made_password);
});

test('an owner cannot reset the own password, because that would end the session that shows the new one', async () => {
  await using visit = await openConsole();
  const { id } = await visit.addOperator('olga', 'owner');
  const olga = await visit.signIn('olga');
  const answer = await visit.send(olga, 'POST', `operators/${id}/password`, {});
  assert.deepEqual([answer.statusCode, answer.json().reason], [409, 'own_password']);
  await visit.signIn('olga');
});

test('an unknown operator is 404', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const olga = await visit.signIn('olga');
  for (const [path, body] of [
    ['operators/999999', { disabled: true }],
    ['operators/999999/password', {}],
  ] as const) {
    const answer = await visit.send(olga, 'POST', path, body);
    assert.equal(answer.json().code, 'unknown_item');
  }
});

test('the audit log lists operator, action and address without secrets, in pages', async () => {
  await using visit = await openConsole();
  await visit.addOperator('olga', 'owner');
  const olga = await visit.signIn('olga');
  const { operator, made_password } = (
    await visit.send(olga, 'POST', 'operators', { name: 'anna', role: 'viewer' })
  ).json();
  await visit.send(olga, 'POST', `operators/${operator.id}`, { role: 'support' });
  await visit.send(olga, 'POST', `operators/${operator.id}`, { role: 'support' });
  await visit.send(olga, 'POST', `operators/${operator.id}/password`, { password: 'a given password' });
  const log = await visit.get(olga, 'audit_log');
  const { entries } = log.json();
  assert.deepEqual(
    entries.map(({ action, target_id }: Entry) => `${action} ${target_id}`),
    ['password_reset anna', 'operator_changed anna', 'operator_added anna', 'sign_in 1'],
  );
  assert.ok(!log.body.includes(made_password) && !log.body.includes('a given password'));
  assert.ok(!log.body.includes(olga.token) && !log.body.includes('hash of'));
  assert.deepEqual(entries[1].before, { role: 'viewer', disabled: false });
  assert.deepEqual(entries[1].after, { role: 'support', disabled: false });
  assert.equal(entries[1].operator, 'olga');
  assert.equal(entries[1].address, '127.0.0.1');
  assert.notEqual(entries[1].request_id, null);

  const seen: number[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: { entries: Entry[]; before: string | null } = (
      await visit.get(olga, `audit_log?limit=3&operator=&before=${before}`)
    ).json();
    seen.push(...page.entries.map(({ id }) => id));
    before = page.before;
  }
  assert.deepEqual(
    seen,
    entries.map(({ id }: Entry) => id),
  );
  const found = (await visit.get(olga, 'audit_log?target_kind=operator&target_id=anna')).json();
  assert.equal(found.entries.length, 3);
  assert.equal((await visit.get(olga, 'audit_log?target_id=anna')).statusCode, 422);
  assert.equal((await visit.get(olga, 'audit_log?before=x')).statusCode, 422);
});
